"""The services that need no table."""
