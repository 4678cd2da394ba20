"""The foundation: settings, logs, metrics, background tasks."""
