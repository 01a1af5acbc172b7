"""What a release is made of, as a list."""

import json
import tomllib
from pathlib import Path

from scripts import sbom
from tests.package.environments import ROOT

NOWHERE = "http://127.0.0.1:9/"


def test_all_packages_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "cubarium.cdx.json"
    sbom.write(file, "1.2.3")
    told = json.loads(file.read_text())
    assert (told["bomFormat"], told["specVersion"], told["version"]) == ("CycloneDX", "1.5", 1)
    whole = told["metadata"]["component"]
    assert (whole["name"], whole["version"]) == ("cubarium", "1.2.3")
    listed = {one["purl"] for one in told["components"] if "purl" in one}
    assert {one.partition("/")[0] for one in listed} == {"pkg:pypi", "pkg:npm"}
    locked = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    versions = {one["name"]: one["version"] for one in locked if "version" in one}
    for name in ("fastapi", "numba", "psycopg"):
        assert f"pkg:pypi/{name}@{versions[name]}" in listed
    assert not [one for one in listed if one.startswith("pkg:pypi/pytest@")], "only what it needs"
    page = json.loads((ROOT / "ui" / "package.json").read_text())["dependencies"]
    for name in page:
        assert [one for one in listed if one.startswith(f"pkg:npm/{name.replace('@', '%40')}@")]
    refs = [one["bom-ref"] for one in (whole, *told["components"])]
    assert len(refs) == len(set(refs))
    for one in told["dependencies"]:
        assert {one["ref"], *one.get("dependsOn", ())} <= set(refs)
    assert sbom.bill("1.2.3") == told, "the same each time"
