"""What every request passes, and what every answer has: limits, errors, streams, the page."""
