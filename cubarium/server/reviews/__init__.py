"""Reviews of finished games and of records: asked for, made once, followed by any number of
readers, kept."""
