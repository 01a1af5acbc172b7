"""The documentation as a site: built without a warning, whole, and without the internet."""

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

ROOT = Path(__file__).parents[2]
LINK = re.compile(r'(?:href|src)="([^"]+)"')
MOST = 400
"""Lines of a notebook's code: they are small."""


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=str)
def test_notebooks_are_small_and_come_without_results(path: Path) -> None:
    notebook = json.loads(path.read_text("utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert sum(len(cell["source"]) for cell in cells) < MOST
    for cell in cells:
        compile("".join(cell["source"]), str(path), "exec")
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_the_site_is_whole() -> None:
    """Needs the dependency group `docs`, which `make docs` installs."""
    pytest.importorskip("mkdocs")
    done = subprocess.run(
        [sys.executable, "-m", "scripts.site", "--quick"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    site = ROOT / "build" / "site"
    for page in site.rglob("*.html"):
        if page.name == "404.html":
            continue  # its addresses are those of a server
        for link in LINK.findall(page.read_text("utf-8")):
            address = urlparse(link)
            if address.scheme in ("http", "https", "mailto", "data"):
                assert address.netloc or address.path
                assert not link.endswith((".js", ".css")), f"{page}: {link} needs the internet"
            elif address.path:
                assert (page.parent / unquote(address.path)).exists(), f"{page}: {link}"
