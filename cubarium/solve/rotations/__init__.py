"""Full boards of games of rotations, solved: values or plies of all, the forbidden reverse
included."""
