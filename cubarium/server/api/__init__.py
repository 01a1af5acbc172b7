"""Endpoints over HTTP, and the schemas of what they take and give."""
