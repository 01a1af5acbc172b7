"""Export to Abstract Play's game-record JSON. Only finished games have a place there."""

from datetime import UTC, datetime

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.info import as_text
from cubarium.core.record import GameRecord

SITE = "Cubarium"


def as_abstract_play(record: GameRecord, generated: datetime) -> dict[str, object]:
    """The record in their form. Raises CubariumError where theirs needs what ours does not say."""
    if record.result is None:
        raise CubariumError("an unfinished game can't be exported to Abstract Play")
    info = catalog.info(record.game)
    default = {option.name: as_text(option.default) for option in info.options}
    variants = [
        f"{name}-{value}" for name, value in record.options.items() if default[name] != value
    ]
    site: dict[str, object] = {"name": record.tags.get("Site", SITE)}
    if "GameId" in record.tags:
        site["gameid"] = record.tags["GameId"]
    header: dict[str, object] = {
        "game": {"name": info.title, "variants": variants},
        "site": site,
        "date-start": _date(record, "Started"),
        "date-end": _date(record, "Ended"),
        "date-generated": generated.astimezone(UTC).isoformat(),
        "unrated": True,
        "players": [_player(record, seat) for seat in range(record.players)],
        "reason": record.result.reason,
        "rules-version": record.rules,
    }
    if "Event" in record.tags and "Round" in record.tags:
        header["event"] = record.tags["Event"]
        header["round"] = record.tags["Round"]
    if record.start is not None:
        header["startingPosition"] = record.start
    return {"header": header, "moves": _rounds(record)}


def _date(record: GameRecord, tag: str) -> str:
    if tag in record.tags:
        text = record.tags[tag]
    elif "Date" in record.tags:
        text = record.tags["Date"].replace(".", "-")
    else:
        raise CubariumError(f"Abstract Play needs to know when: expected a tag {tag} or Date")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise CubariumError(f"{text!r} is not a date") from error
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _player(record: GameRecord, seat: int) -> dict[str, object]:
    """Seats are told apart by number: two of them may have the same name and result."""
    assert record.result is not None
    player: dict[str, object] = {
        "name": record.tags.get(f"Seat{seat}", f"Seat {seat}"),
        "seat": seat,
        "result": int(seat in record.result.winners),
        "is_ai": f"Seat{seat}Engine" in record.tags,
    }
    if record.result.scores is not None:
        player["score"] = record.result.scores[seat]
    return player


def _rounds(record: GameRecord) -> list[list[object]]:
    """One list a round, one entry a seat. Draws belong to the turn that they follow, those before
    the first move to that move; what is said of a move goes along with it."""
    turns: list[tuple[int, list[str], list[str]]] = []
    waiting: list[str] = []
    for act in record.acts:
        if act.seat is None and not turns:
            waiting.append(act.text)
            continue
        if act.seat is not None and (not turns or turns[-1][0] != act.seat):
            turns.append((act.seat, waiting, []))
            waiting = []
        turns[-1][1].append(act.text)
        if act.comment:
            turns[-1][2].append(act.comment)
    rounds: list[list[object]] = []
    before = record.players
    for seat, texts, comments in turns:
        if seat <= before or not rounds:
            rounds.append([None] * record.players)
        move = " ".join(texts)
        rounds[-1][seat] = {"move": move, "result": " ".join(comments)} if comments else move
        before = seat
    return rounds
