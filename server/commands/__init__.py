"""The commands of `paiju`, one module each: `arguments(parser)` and `run(arguments) -> exit code`."""
