"""`cubarium convert`."""

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from cubarium.cli.files import read_records
from cubarium.core.record import GameRecord
from cubarium.play.records import json_form, text_form
from cubarium.play.records.abstract_play import as_abstract_play


def _abstract_play(found: list[GameRecord]) -> str:
    now = datetime.now(UTC)
    games = [as_abstract_play(record, now) for record in found]
    return json.dumps(games if len(games) > 1 else games[0], indent=1, ensure_ascii=False) + "\n"


FORMS = {
    "text": text_form.write_all,
    "json": json_form.write_all,
    "abstract-play": _abstract_play,
}


@click.command("convert")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(list(FORMS)), required=True)
def command(file: Path, form: str) -> None:
    """Write the games recorded in FILE in another form, to standard output."""
    click.echo(FORMS[form](read_records(file)), nl=False)
