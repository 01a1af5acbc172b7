"""What a table knows, and what it says to those who watch it. Nothing here waits or stores."""
