"""Find-the-win puzzles, made from games between engines."""
