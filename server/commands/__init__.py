"""The commands of `paiju`, one module each: `HELP`, `arguments(parser)` and `run(arguments) -> exit code`."""
