"""The table server: HTTP and WebSocket. It turns views into messages, and nothing more.

It needs the extra `server`: importing it without raises MissingExtra."""

from cubarium import extras

extras.require("server")
