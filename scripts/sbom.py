"""What a release is made of: the packages of both lock files as one list in CycloneDX's format.

python -m scripts.sbom FILE
"""

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from scripts.node import UI
from tests.package.environments import uv

Bom: TypeAlias = dict[str, Any]
LOCK: Final = UI / "package-lock.json"
ALGORITHMS: Final = {"sha512": "SHA-512", "sha1": "SHA-1"}


def main() -> None:
    (file,) = sys.argv[1:]
    write(Path(file))


def write(file: Path, version: str = "") -> None:
    """Write the list of packages."""
    file.write_text(json.dumps(bill(version), indent=2) + "\n")


def bill(version: str = "") -> Bom:
    """Packages of Python, with all extras, and those that the page is made of. Without times and
    numbers of its own, so that it is the same each time."""
    python = _of_python()
    whole = {**python["metadata"]["component"], "type": "application"}
    if version:
        whole["version"] = version
    page = _of_page()
    used = [one["bom-ref"] for one in page]
    links = {one["ref"]: one for one in python["dependencies"]}
    links[whole["bom-ref"]].setdefault("dependsOn", []).extend(used)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": python["specVersion"],
        "version": 1,
        "metadata": {"component": whole},
        "components": [*python["components"], *page],
        "dependencies": [*links.values(), *({"ref": one} for one in used)],
    }


def _of_python() -> Bom:
    words = ["--format", "cyclonedx1.5", "--locked", "--no-dev", "--all-extras", "--quiet"]
    found: Bom = json.loads(uv("export", *words, "--preview-features", "sbom-export"))
    return found


def _of_page() -> list[Bom]:
    """What is not needed to build it alone. npm's own list wants a version of the page, which has
    none."""
    packages = json.loads(LOCK.read_text("utf-8"))["packages"]
    return [
        _component(path.rpartition("node_modules/")[2], one)
        for path, one in packages.items()
        if path and not (one.get("dev") or one.get("devOptional") or one.get("optional"))
    ]


def _component(name: str, locked: Bom) -> Bom:
    purl = f"pkg:npm/{quote(name)}@{locked['version']}"
    algorithm, _, digest = locked["integrity"].partition("-")
    found = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": locked["version"],
        "purl": purl,
        "hashes": [{"alg": ALGORITHMS[algorithm], "content": b64decode(digest).hex()}],
    }
    if "license" in locked:
        found["licenses"] = [{"expression": locked["license"]}]
    return found


if __name__ == "__main__":
    main()
