"""The games of strong engines that come with the program."""

from cubarium import catalog
from tests.server.app import get, post


def test_great_games_are_games() -> None:
    told = get("/records/great").json()["games"]
    for name in catalog.names():
        found = [one for one in told if one["game"] == name]
        assert [one["number"] for one in found] == list(range(1, len(found) + 1))
        assert len(found) >= (0 if name == "stones" else 3), name
    for one in told:
        record = one["record"]
        assert record["result"] is not None
        position = {
            "game": record["game"],
            "players": record["players"],
            "options": record["options"],
            "position": record["start"],
            "moves": [act["text"] for act in record["acts"]],
        }
        assert post("/position", position).json()["result"] is not None
