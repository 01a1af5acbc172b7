"""What positions and moves are worth: analyses, reviews, annotations."""
