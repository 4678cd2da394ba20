"""The difference between two views, and the changes that events imply. No I/O."""
