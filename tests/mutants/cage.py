"""Rules of Rubik's Cage to break."""

from tests.mutants import Broken, Edit

RULES = "cubarium/games/cage/rules.py"
GRAVITY = "cubarium/games/cage/gravity.py"
KERNEL = "cubarium/games/cage/kernel.py"
BITBOARDS = "cubarium/games/cage/bitboard.py"

BROKEN: Broken = {
    "a twist may be undone": {
        "rules": [
            Edit(RULES, "else m != s.forbidden", "else m != s.forbidden or isinstance(m, Twist)"),
            Edit(RULES, "if m == s.forbidden else", "if m == s.forbidden == Flip() else"),
        ],
        "kernel": [
            Edit(KERNEL, " & (CODE[action] != forbidden)", ""),
            Edit(KERNEL, "if choice + ONE != forbidden:", "if choice + ONE < EIGHT:"),
        ],
    },
    "no gravity": {
        "rules": [
            Edit(
                GRAVITY,
                "after[column] += turned",
                'after[column] = after[column].ljust(height, ".") + turned',
            ),
        ],
        "kernel": [
            Edit(KERNEL, "first, second, third = at_rest(first, second, third)", "pass"),
        ],
    },
    "a line made for another is nobody's": {
        "rules": [Edit(RULES, "for step in range(self.players):", "for step in range(1):")],
        "kernel": [
            Edit(
                KERNEL,
                "for step in range(players):\n            at = (mover - 1",
                "for step in range(1):\n            at = (mover - 1",
            )
        ],
    },
    "the last cube does not end the game": {
        "rules": [
            Edit(RULES, "len(self.owner) * self.stock:", "len(self.owner) * self.stock + 1:")
        ],
        "kernel": [Edit(KERNEL, "np.uint64(players * each * stock)", "np.uint64(31)")],
    },
    "positions differ by which of a seat's colours is which": {
        "laws": [Edit(KERNEL, "                ordered(bitboards, step * each, each)\n", "")],
    },
}
