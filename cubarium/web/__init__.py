"""The table server: HTTP and WebSocket. It turns views into messages, and nothing more."""
