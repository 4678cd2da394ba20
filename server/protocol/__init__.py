"""The protocol: kinds of messages, schemas, and the positional and named forms of views and events. No I/O."""
