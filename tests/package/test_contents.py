"""What a wheel and an sdist hold, and what they say of themselves."""

import json
import re
import shutil
import subprocess
import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

import cubarium
from cubarium.server.static import read_page
from hatch_build import LICENCES, long_description, notices
from tests.package.environments import ROOT, built

NOTICES = "cubarium/server/page/third-party-notices.txt"


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as files:
        (name,) = (one for one in files.namelist() if one.endswith("/METADATA"))
        return message_from_bytes(files.read(name))


def test_the_wheel_says_whose_it_is_and_where_it_runs(metadata: Message) -> None:
    assert metadata["Author"] == "The Cubarium developers"
    assert metadata["Keywords"]
    classifiers = metadata.get_all("Classifier", [])
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    extras = {"all", "engines", "parquet", "postgres", "ray", "research", "server"}
    assert set(metadata.get_all("Provides-Extra", [])) == extras


def test_the_wheel_has_its_licence(wheel: Path, metadata: Message) -> None:
    assert metadata["License-Expression"] == "Apache-2.0"
    with ZipFile(wheel) as files:
        (name,) = (one for one in files.namelist() if one.endswith("/licenses/LICENSE"))
        assert files.read(name) == (ROOT / "LICENSE").read_bytes()


def test_the_long_description_leads_nowhere_beside_itself(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "## Two commands" in text
    assert "![" not in text
    assert not re.findall(r"\]\((?!https?:)", text)


def test_a_long_description_keeps_links_that_lead_somewhere() -> None:
    readme = (
        "# A\n\n| |\n|---|\n| ![p](docs/p.png) |\n\nSee [b](docs/b.md), [c](https://c.example)."
    )
    assert long_description(readme) == "# A\n\nSee b, [c](https://c.example)."


def test_the_page_comes_with_the_notices_of_what_it_contains(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        text = files.read(NOTICES).decode()
    wanted = json.loads((ROOT / "ui" / "package.json").read_text("utf-8"))["dependencies"]
    lock = json.loads((ROOT / "ui" / "package-lock.json").read_text("utf-8"))["packages"]
    contained = (*wanted, "@preact/signals-core", "make-plural")
    for name in contained:
        locked = lock[f"node_modules/{name}"]
        assert f"\n{name} {locked['version']} ({locked['license']})\n" in text
    assert {lock[f"node_modules/{name}"]["license"] for name in contained} == set(LICENCES)
    for whose in ("three.js authors", "Jason Miller", "Preact Team", "Kazuhiko Arase"):
        assert re.search(rf"Copyright .*{re.escape(whose)}", text)
    for whose in ("Lucide Icons", "Cole Bemis", "The Rubik Project Authors"):
        assert re.search(rf"Copyright .*{re.escape(whose)}", text)
    assert text.count("Permission is hereby granted") == text.count("-" * 80)


def test_the_page_sends_and_links_its_notices() -> None:
    sheets = read_page()
    assert "Kazuhiko Arase" in sheets["third-party-notices.txt"].body.decode()
    scripts = [sheet.body for name, sheet in sheets.items() if name.endswith(".js")]
    assert any(b"/third-party-notices.txt" in body for body in scripts)


def test_a_package_under_another_licence_stops_the_build(tmp_path: Path) -> None:
    mit = {"name": "a", "version": "1", "identifier": "MIT", "text": "Permission is hereby granted"}
    other = {"name": "b", "version": "1", "identifier": "GPL-3.0", "text": "…"}
    assert "a 1 (MIT)" in notices([mit], tmp_path)
    with pytest.raises(RuntimeError, match="b is under a licence that nobody has read"):
        notices([mit, other], tmp_path)
    with pytest.raises(RuntimeError, match="brings no text"):
        notices([mit, {"name": "d", "version": "1", "identifier": "ISC"}], tmp_path)
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "package.json").write_text('{"main": "c.js"}')
    (tmp_path / "c" / "c.js").write_text("// Nobody's.\nlet c;\n")
    with pytest.raises(RuntimeError, match="c says nowhere whose it is"):
        notices([mit, {"name": "c", "version": "1", "identifier": "MIT"}], tmp_path)


def test_the_citation_names_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {cubarium.__version__}\n" in cited
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## \[(.+)\]", changes, re.MULTILINE)
    assert versions[0] == "Unreleased"
    newest = (
        versions[1] if versions[1:] else re.findall(r"first version will be (.+)\.", changes)[0]
    )
    assert newest == cubarium.__version__


def test_the_sdist_holds_what_it_is_made_from(tmp_path: Path) -> None:
    with tarfile.open(built(tmp_path, "--sdist")) as files:
        held = {name.partition("/")[2] for name in files.getnames()}
    listed = subprocess.run(
        ["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    ours = set(listed.stdout.split()) or {
        "ui/package-lock.json",
        "tests/conftest.py",
        "docs/records.md",
    }
    assert ours - held == set()
    assert {NOTICES, "cubarium/server/page/index.html"} <= held
    assert not [name for name in held if "node_modules" in name]


@pytest.mark.soak
def test_two_builds_make_the_same_wheel(tmp_path: Path) -> None:
    """From two copies of the sources, the page built anew in both; and from the sdist of one."""
    wheels = []
    leave = shutil.ignore_patterns(".git", ".venv", "node_modules", "page", "*cache*", "dist")
    for copy in ("one", "two"):
        source = tmp_path / copy
        shutil.copytree(ROOT, source, ignore=leave)
        wheels.append(built(tmp_path / f"{copy}-wheel", "--wheel", source=source).read_bytes())
    sdist = built(tmp_path / "sdist", "--sdist", source=tmp_path / "one")
    wheels.append(built(tmp_path / "from-sdist", "--wheel", source=sdist).read_bytes())
    assert wheels[0] == wheels[1] == wheels[2]
