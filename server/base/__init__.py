"""What everything else stands on: settings, logs, metrics, background tasks."""
