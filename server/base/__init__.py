"""The basis of all other packages: settings, logs, metrics, background tasks."""
