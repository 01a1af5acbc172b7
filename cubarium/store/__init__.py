"""Events of live tables in a database: durable before anybody is told."""
