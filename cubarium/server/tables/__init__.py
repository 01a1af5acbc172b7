"""Tables that people sit at: an actor for each, its endpoints and its socket."""
