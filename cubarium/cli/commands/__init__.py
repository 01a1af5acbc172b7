"""One file a command; each has a `command`."""
