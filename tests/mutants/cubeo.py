"""Rules of Cube O', broken one by one."""

from tests.mutants import Broken, Edit

RULES = "cubarium/games/cubeo/rules.py"
READING = "cubarium/games/cubeo/accessors.py"
BITBOARDS = "cubarium/games/cubeo/bitboard.py"
TURNS = "cubarium/games/cubeo/transitions.py"
SECRETS = "cubarium/games/cubeo/information.py"
DETERMINIZATION = "cubarium/games/cubeo/determinization.py"

BROKEN: Broken = {
    "a cube may be moved twice in a row": {
        "rules": [
            Edit(
                RULES,
                "return self.stuck(s, column) or (Refusal.TABOO if column == s.taboo else None)",
                "return self.stuck(s, column)",
            )
        ],
        "kernel": [
            Edit(
                READING,
                "return found & ~(ONE << (taboo - ONE)) if taboo else found",
                "return found",
            )
        ],
    },
    "start cubes may be moved in the first round": {
        "rules": [Edit(RULES, "if s.first_round and level == 0 and", "if level < 0 and")],
        "kernel": [Edit(BITBOARDS, "    if first_round:\n        stuck |= CORNER_CUBES\n", "")],
    },
    "closed levels are open": {
        "rules": [
            Edit(
                RULES,
                "if lowest > level:",
                "if lowest > 4:",
            )
        ],
        "kernel": [Edit(BITBOARDS, "            found |= level\n", "            pass\n")],
    },
    "a twin needs no card": {
        "rules": [
            Edit(RULES, "if not s.fulfilled[s.to_move]:", "if not s.fulfilled:"),
            Edit(RULES, "or not s.fulfilled[s.to_move]:", "or not s.fulfilled:"),
        ],
        "kernel": [Edit(READING, "    if not shown_by(state, seat):\n        return False\n", "")],
    },
    "from the north left is right": {
        "rules": [
            Edit(
                "cubarium/games/cubeo/geometry.py",
                '"north": side(by_file, back, back)',
                '"north": side(by_file, there, back)',
            )
        ],
        "kernel": [
            Edit(
                BITBOARDS,
                "mirrored(by_file(bitboard & ~north_side))",
                "by_file(bitboard & ~north_side)",
            )
        ],
    },
    "the newest card is shown first": {
        "rules": [Edit(RULES, "self._shown(s, seat, shown[0])", "self._shown(s, seat, shown[-1])")],
    },
    "only the seat whose turn it was may claim": {
        "rules": [
            Edit(
                RULES,
                "for step in range((first - s.to_move) % self.players, self.players):",
                "for step in range((first - s.to_move) % self.players, 1):",
            )
        ],
        "kernel": [Edit(TURNS, "        if seat == active:\n", "        if seat != active:\n")],
    },
    "the round is not completed": {
        "rules": [Edit(RULES, "return s.to_move == 0 and max", "return max")],
        "kernel": [Edit(TURNS, "    if bag and seat:\n        return state\n", "")],
    },
    "twins give no point": {
        "rules": [Edit(RULES, "if len(level) > 1 and placed:", "if len(level) > 9 and placed:")],
        "kernel": [Edit(TURNS, "return most, (level & placed) or level", "return most, level")],
    },
    "a seat knows the others' tie-break cards": {
        "laws": [
            Edit(DETERMINIZATION, "state.tie & (SIX_BITS << (CARD_BITS * observer))", "state.tie")
        ],
    },
    "a hand is in the view of spectators": {
        "secrets": [
            Edit(
                SECRETS,
                "hand=None if seat is None else s.hands[seat]",
                "hand=s.hands[seat or 0]",
            )
        ],
    },
    "shared events name dealt cards": {
        "secrets": [Edit(RULES, "return HIDDEN if hidden else m", "return m")],
    },
    "a state knows the order of the pile": {
        "secrets": [
            Edit(
                "cubarium/games/cubeo/state.py",
                '    """The seats that have left: their cards neither end the game nor count."""\n',
                '    """The seats that have left."""\n    order: tuple[Card, ...] = ()\n',
            ),
            Edit(
                RULES,
                "return State(empty, 0, nothing, nothing, nothing, first_round=True)",
                "return State(empty, 0, nothing, nothing, nothing, first_round=True, order=CARDS)",
            ),
        ],
    },
    "a guess may put fulfilled cards into hands": {
        "secrets": [Edit(SECRETS, "chosen = closed[:sure]", "chosen = (open_now + closed)[:sure]")],
    },
}
