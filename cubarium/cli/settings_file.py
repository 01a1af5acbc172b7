"""Options of a command from a TOML file: what the command line and the environment do not say."""

import tomllib
from pathlib import Path

import click


def read_settings(context: click.Context, parameter: click.Parameter, file: Path | None) -> None:
    """For `callback=` of an eager option: the file's settings become the command's defaults. A
    setting is called like its option, `log-level = "info"` is `--log-level info`."""
    del parameter
    if file is None:
        return
    try:
        settings = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{file} is no TOML: {error}") from error
    known = {
        option.removeprefix("--"): one.name for one in context.command.params for option in one.opts
    }
    defaults = {}
    for name, value in settings.items():
        found = known.get(name.replace("_", "-"))
        if found is None or found == "config":
            raise click.BadParameter(f"{file}: there is no setting {name}")
        if isinstance(value, dict):
            raise click.BadParameter(f"{file}: {name} can't be a table")
        defaults[found] = value
    context.default_map = {**(context.default_map or {}), **defaults}


config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    is_eager=True,
    expose_value=False,
    callback=read_settings,
    help="A TOML file with options: port = 8787. The command line and the environment come first.",
)
