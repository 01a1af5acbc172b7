"""The data folder of a server."""

from pathlib import Path

from cubarium.core.errors import CubariumError


def data_folder() -> Path:
    """Where the tables are kept, unless another folder is given."""
    from platformdirs import user_data_path

    return user_data_path("cubarium") / "server"


def existing(data: Path | None) -> Path:
    """A folder that has tables. Raises CubariumError."""
    from cubarium.store.backups import FILE

    folder = data_folder() if data is None else data
    if not (folder / FILE).is_file():
        raise CubariumError(
            f"there are no tables in {folder}: name the server's folder with --data"
        )
    return folder
