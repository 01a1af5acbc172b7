"""What is learnt: games, their rules, courses."""
