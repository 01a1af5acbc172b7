"""`cubarium convert`."""

from pathlib import Path

import click

from cubarium.cli.record_files import read_records
from cubarium.records.export import RecordForm, written


@click.command("convert")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice([*map(str, RecordForm)]), required=True)
def command(file: Path, form: str) -> None:
    """Write the games recorded in FILE to standard output, in another format."""
    click.echo(written(read_records(file), RecordForm(form)), nl=False)
