"""Events of live tables in a database: durable before anybody is told.

It needs the extra `server`: importing it without raises MissingExtra."""

from cubarium import extras

extras.require("server")
