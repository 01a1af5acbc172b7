"""The one set of schemas. Dataclasses of core, match and analysis are their own: what they hold is
what JSON says, wherever it is written. Here is how they are read, and what is made of several."""
