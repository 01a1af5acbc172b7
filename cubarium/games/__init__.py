"""Four games, one room each. They never import each other; the catalog finds them."""
