"""The process itself: its logs, its counters, its memory, work beside requests."""
