r"""Records as text, in the manner of PGN.

    [Game "…"]
    [Rules "1"]
    [Players "2"]
    [Options "size=5"]
    [Seat0 "Ann"]
    [Result "#0"]
    [Reason "line"]

    1. a1e1 b5b1 {Bold.} 2. a1e1 …
    #0

Tags, an empty line, acts, the result: `#0`, `#0+2`, `#draw`, or `*` for an unfinished game. A
number stands before each round; `=R` is a draw of chance, `!1` a seat that left; a comment in
braces belongs to the act before it. `\\` and the closing sign are written with a `\\` before them,
a new line as `\\n`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cubarium import catalog
from cubarium.core.errors import CubariumError, InvalidRecord
from cubarium.core.record import Act, GameRecord, Result
from cubarium.records.replay import OWN_TAGS, TOO_LONG, Replayer, check_version, is_free_tag

WIDTH = 80
UNFINISHED = "*"
DRAW = "#draw"

TOKEN = re.compile(
    r"""(?P<space>\s+)
    | \[ [ \t]* (?P<tag>[A-Za-z][A-Za-z0-9_]*) [ \t]+ "(?P<value>(?:[^"\\\n]|\\.)*)" [ \t]* \]
    | \{ (?P<comment>(?:[^}\\]+|\\.)*+) \}
    | (?P<number>\d{1,9})\.
    | (?P<result>\*|\#\S*)
    | (?P<act>[^\s{}\[\]"]+)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int
    value: str = ""


def write(record: GameRecord) -> str:
    """A record as text; it ends with a new line."""
    tags = {
        "Game": record.game,
        "Rules": str(record.rules),
        "Players": str(record.players),
    }
    if record.options:
        tags["Options"] = " ".join(f"{name}={value}" for name, value in record.options.items())
    for name, value in record.tags.items():
        if not is_free_tag(name):
            raise CubariumError(f"{name!r} can't be the name of a free tag")
        tags[name] = value
    if record.start is not None:
        tags["Position"] = record.start
    tags["Result"] = write_result(record.result)
    if record.result is not None:
        tags["Reason"] = record.result.reason
        if record.result.scores is not None:
            tags["Scores"] = " ".join(map(str, record.result.scores))
    head = "".join(f'[{name} "{_escape(value, chr(34))}"]\n' for name, value in tags.items())
    moves = _wrapped(_words(record))
    return "\n".join([head, *moves, write_result(record.result), ""])


def write_all(records: list[GameRecord]) -> str:
    """Several games in one text."""
    return "\n".join(map(write, records))


def write_result(result: Result | None) -> str:
    """`#0+2`, `#draw` or `*`."""
    if result is None:
        return UNFINISHED
    return f"#{'+'.join(map(str, sorted(result.winners)))}" if result.winners else DRAW


def _words(record: GameRecord) -> Iterator[str]:
    if record.comment:
        yield _braced(record.comment)
    numbers = _Numbers()
    for act in record.acts:
        if number := numbers.before(act):
            yield f"{number}."
        yield act.text
        if act.comment:
            yield _braced(act.comment)


class _Numbers:
    """Counts rounds: a new one begins when the turn comes round to an earlier seat."""

    def __init__(self) -> None:
        self.round = 0
        self._seat = -1

    def before(self, act: Act) -> int | None:
        """The number to write before this act, if a round begins with it."""
        if act.seat is None or act.text.startswith("!"):
            return None
        begins = self.round == 0 or act.seat < self._seat
        self._seat = act.seat
        self.round += begins
        return self.round if begins else None


def _wrapped(words: Iterator[str]) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def _escape(text: str, closing: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(closing, f"\\{closing}")
    return escaped.replace("\n", "\\n").replace("\r", "\\r")


def _braced(comment: str) -> str:
    return "{" + _escape(comment, "}") + "}"


def _unescape(text: str) -> str:
    line_ends = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: line_ends.get(found[1], found[1]), text, flags=re.DOTALL)


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a text, each checked against the rules. Raises InvalidRecord, also for more
    than `most` acts, comments, tags and numbers in all."""
    reader = _Reader(text, most)
    records = []
    while reader.peek() is not None:
        records.append(reader.game())
    return records


class _Reader:
    def __init__(self, text: str, most: int | None) -> None:
        self.text = text.removeprefix("\ufeff")
        self.at = 0
        self._left = len(self.text) if most is None else most
        self._ahead: _Token | None = None

    def wrong(self, at: int, message: str) -> InvalidRecord:
        line = self.text.count("\n", 0, at) + 1
        return InvalidRecord(message, line, at - self.text.rfind("\n", 0, at))

    def peek(self) -> _Token | None:
        """The next token; None at the end."""
        while self._ahead is None and self.at < len(self.text):
            found = TOKEN.match(self.text, self.at)
            if found is None or found.lastgroup is None:
                raise self.wrong(self.at, self._unreadable())
            if found.lastgroup != "space":
                if self._left == 0:
                    raise self.wrong(self.at, TOO_LONG)
                self._left -= 1
                kind = "tag" if found["tag"] else found.lastgroup
                value = _unescape(found["value"] or "")
                self._ahead = _Token(kind, found["tag"] or found[found.lastgroup], self.at, value)
            self.at = found.end()
        return self._ahead

    def _unreadable(self) -> str:
        kinds = {
            "[": 'this tag is not of the form [Name "value"]',
            "{": "this comment has no closing brace",
        }
        sign = self.text[self.at]
        return kinds.get(sign, f"expected a tag, a move, a comment or a result, found {sign!r}")

    def take(self) -> _Token | None:
        token = self.peek()
        self._ahead = None
        return token

    def game(self) -> GameRecord:
        """One game: its tags, its acts, its result."""
        tags = self._tags()
        own = {name: tags.pop(name) for name in OWN_TAGS if name in tags}
        replayer = self._replayer(own)
        comment, end = self._acts(replayer)
        result = self._result(own, end, replayer)
        return GameRecord(
            game=replayer.spec.info.name,
            rules=replayer.spec.info.rules_version,
            players=replayer.spec.players,
            options=_options(own["Options"].value) if "Options" in own else {},
            acts=tuple(replayer.acts),
            result=result,
            start=own["Position"].value if "Position" in own else None,
            tags={name: tag.value for name, tag in tags.items()},
            comment=comment,
        )

    def _tags(self) -> dict[str, _Token]:
        tags: dict[str, _Token] = {}
        while (token := self.peek()) is not None and token.kind == "tag":
            if token.text in tags:
                raise self.wrong(token.at, f"tag {token.text} stands here for the second time")
            tags[token.text] = token
            self.take()
        return tags

    def _replayer(self, own: dict[str, _Token]) -> Replayer:
        at = self.at if self._ahead is None else self._ahead.at
        for name in ("Game", "Rules", "Players"):
            if name not in own:
                raise self.wrong(at, f'expected a tag [{name} "…"] before this')
        said = own["Game"]
        try:
            info = catalog.info(said.value)
            said = own["Rules"]
            check_version(info, _whole(said.value))
            said = own["Players"]
            spec = info.spec(_whole(said.value))
            if "Options" in own:
                said = own["Options"]
                spec = info.spec(spec.players, _options(said.value))
            if "Position" not in own:
                return Replayer(spec, None)
            said = own["Position"]
            return Replayer(spec, said.value)
        except CubariumError as error:
            raise self.wrong(said.at, str(error)) from error

    def _acts(self, replayer: Replayer) -> tuple[str, _Token]:
        """Acts and comments up to the result; the comment before them, and the result."""
        opening = ""
        numbers = _Numbers()
        pending: _Token | None = None
        while (token := self.take()) is not None and token.kind != "result":
            if token.kind == "comment":
                comment = _unescape(token.text)
                if replayer.acts:
                    last = replayer.acts[-1]
                    replayer.acts[-1] = Act(last.text, last.seat, last.comment + comment)
                else:
                    opening += comment
            elif token.kind == "number":
                pending = token
            elif token.kind == "act":
                self._act(replayer, numbers, token, pending)
                pending = None
            else:
                raise self.wrong(
                    token.at, "expected a result (#…, #draw or *) before the next game"
                )
        if token is None:
            raise self.wrong(len(self.text), "expected a result (#…, #draw or *) at the end")
        return opening, token

    def _act(
        self, replayer: Replayer, numbers: _Numbers, token: _Token, number: _Token | None
    ) -> None:
        try:
            act = replayer.act(token.text)
        except CubariumError as error:
            raise self.wrong(token.at, str(error)) from error
        expected = numbers.before(act) or numbers.round
        if number is not None and int(number.text) != expected:
            raise self.wrong(number.at, f"expected round {expected}., found {number.text}.")

    def _result(self, own: dict[str, _Token], end: _Token, replayer: Replayer) -> Result | None:
        said = own.get("Result")
        if said is not None and said.value != end.text:
            raise self.wrong(end.at, f"expected {said.value}, as in the tag Result")
        try:
            result = _read_result(end.text, own)
            replayer.check_result(result)
        except CubariumError as error:
            raise self.wrong(end.at, str(error)) from error
        return result


def _read_result(text: str, own: dict[str, _Token]) -> Result | None:
    if text == UNFINISHED:
        return None
    if text != DRAW and not re.fullmatch(r"#\d(\+\d)*", text):
        raise CubariumError(f"expected a result such as #0, #0+2, #draw or *, found {text}")
    if "Reason" not in own:
        raise CubariumError('expected a tag [Reason "…"] for this result')
    winners = frozenset() if text == DRAW else frozenset(map(int, text[1:].split("+")))
    scores = own.get("Scores")
    return Result(
        winners,
        own["Reason"].value,
        None if scores is None else tuple(_whole(part) for part in scores.value.split()),
    )


def _whole(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise CubariumError(f"expected a number of up to nine digits, found {text!r}")
    return int(text)


def _options(text: str) -> dict[str, str]:
    options = {}
    for part in text.split():
        name, sign, value = part.partition("=")
        if not sign:
            raise CubariumError(f"expected name=value, found {part!r}")
        options[name] = value
    return options
