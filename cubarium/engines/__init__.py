"""Engines by name and level, and the pool of processes in which they think for a server."""
