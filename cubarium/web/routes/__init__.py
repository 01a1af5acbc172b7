"""The REST interface of tables and of the server itself."""
