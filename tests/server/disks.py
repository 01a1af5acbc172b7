"""Disks for tests: small, and read-only. Whoever may not mount them skips the test."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(folder: Path, options: str) -> None:
    command = ["mount", "-t", "tmpfs", "-o", options, "cubarium", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("disks can't be mounted here")


@contextmanager
def small_disk(folder: Path, megabytes: int = 2) -> Iterator[None]:
    """A disk of this many megabytes."""
    folder.mkdir()
    _mount(folder, f"size={megabytes}m")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody can write into a folder of a small disk."""
    _mount(folder, "remount,ro")
    try:
        yield
    finally:
        _mount(folder, "remount,rw")
