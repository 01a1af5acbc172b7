"""Rules of Cubulus to break."""

from tests.mutants import Broken, Edit

RULES = "cubarium/games/cubulus/rules.py"
KERNEL = "cubarium/games/cubulus/kernel.py"

BROKEN: Broken = {
    "a ball falls out of a complete row": {
        "rules": [
            Edit(
                RULES,
                "if is_complete(s.board, row):\n            return IllegalMove(Refusal.ROW_FULL",
                "if False:\n            return IllegalMove(Refusal.ROW_FULL",
            ),
            Edit(RULES, "if not is_complete(board, row)]", "]"),
            Edit(
                RULES,
                "next(at for at, place in enumerate(row) if board[place] is None)",
                "next((at for at, place in enumerate(row) if board[place] is None), 2)",
            ),
        ],
        "kernel": [
            Edit(KERNEL, " & ((RESTS[action] & free) != 0)", ""),
        ],
    },
    "a neutral square wins": {
        "rules": [
            Edit(
                RULES,
                "== board[d] and board[a] in seats",
                "== board[d] and board[a] is not None",
            ),
            Edit(RULES, "if seat in owners - departed:", "if seat in owners or NEUTRAL in owners:"),
        ],
        "kernel": [
            Edit(
                KERNEL,
                "        if three:\n            found |=",
                "        if True:\n            found |=",
            ),
        ],
    },
    "a rearrangement may be undone": {
        "rules": [
            Edit(RULES, "if m == s.forbidden:", "if m == s.forbidden is m:"),
            Edit(RULES, " and m != s.forbidden", ""),
        ],
        "kernel": [
            Edit(
                KERNEL,
                " & (action + ONE != forbidden)\n            out[",
                "\n            out[",
            )
        ],
    },
    "one's own square counts before another's": {
        "rules": [
            Edit(
                RULES,
                "seat = (s.to_move + step) % self.players",
                "seat = (s.to_move - 1 + step) % self.players",
            ),
            Edit(RULES, "own = step == self.players - 1", "own = step == 0"),
        ],
        "kernel": [
            Edit(
                KERNEL,
                "at = (mover + step) % players",
                "at = (mover - 1 + step + players) % players",
            ),
        ],
    },
}
