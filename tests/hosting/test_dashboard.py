"""docs/hosting/grafana.json and alerts.yml: what they ask for is what servers export."""

import json
import re
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import yaml

from tests.hosting.files import read
from tests.server.processes import Served

METRIC: Final = re.compile(r"\b(?:cubarium|process)_\w+")
LABELS: Final = re.compile(r"sum by \(([\w, ]+)\)")
OURS: Final = {"kind", "code", "status", "limit", "state", "result", "le"}
"""Labels that the servers give; Prometheus adds where it found them."""


@pytest.fixture(scope="module")
def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(read("grafana.json"))
    return found


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a server exports: families and samples by their names, with their types."""
    with Served(tmp_path_factory.mktemp("data")) as served:
        text = httpx.get(f"{served.url}/metrics").text
    found = {}
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)", text, re.MULTILINE):
        found[name] = kind
        if kind == "histogram":
            found |= {f"{name}_{part}": "counter" for part in ("bucket", "sum", "count")}
    return found


def expressions(dashboard: dict[str, Any]) -> list[str]:
    shown = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    return [target["expr"] for panel in shown for target in panel["targets"]]


def test_alerts_ask_for_what_there_is(exported: dict[str, str]) -> None:
    (group,) = yaml.safe_load(read("alerts.yml"))["groups"]
    rules = group["rules"]
    assert len({one["alert"] for one in rules}) == len(rules) > 10
    for one in rules:
        assert set(one) <= {"alert", "expr", "for", "labels", "annotations"}
        assert one["labels"]["severity"] in ("page", "ticket")
        assert one["annotations"]["summary"].endswith(".")
        assert one["expr"].count("(") == one["expr"].count(")")
        names = set(METRIC.findall(one["expr"]))
        assert names <= exported.keys(), one["alert"]
        assert names or one["alert"] == "CubariumDown", "Prometheus itself tells that"
        for kinds in LABELS.findall(one["expr"]):
            assert set(kinds.split(", ")) <= OURS | {"instance"}


def test_it_shows_what_there_is(dashboard: dict[str, Any], exported: dict[str, str]) -> None:
    asked = {name for one in expressions(dashboard) for name in METRIC.findall(one)}
    assert asked <= exported.keys()
    ours = {name for name in exported if name.startswith("cubarium_")}
    unseen = {
        name
        for name, kind in exported.items()
        if name in ours and kind in ("counter", "gauge") and not name.endswith(("_sum", "_count"))
    } - asked
    assert {name for name in unseen if not name.endswith("_created")} == set()
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            assert set(METRIC.findall(variable["definition"])) <= exported.keys()


def test_counters_are_shown_as_rates(dashboard: dict[str, Any], exported: dict[str, str]) -> None:
    for one in expressions(dashboard):
        for name in METRIC.findall(one):
            is_rate = f"rate({name}" in one or f"increase({name}" in one
            assert is_rate == (exported[name] == "counter"), one
        assert one.count("(") == one.count(")")
        for found in LABELS.findall(one):
            assert set(found.split(", ")) <= OURS | {"instance"}


def test_grafana_can_import_it(dashboard: dict[str, Any]) -> None:
    wanted = {"uid", "title", "schemaVersion", "panels", "templating", "time", "version", "refresh"}
    assert wanted <= dashboard.keys()
    assert dashboard["id"] is None
    panels = dashboard["panels"]
    assert len({one["id"] for one in panels}) == len(panels)
    known = {f"${{{one['name']}}}" for one in dashboard["templating"]["list"]}
    taken: set[tuple[int, int]] = set()
    for one in panels:
        assert {"id", "type", "title", "gridPos"} <= one.keys()
        place = one["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, one["title"]
        taken |= cells
        for target in one.get("targets", ()):
            assert {"refId", "expr", "datasource", "legendFormat"} <= target.keys()
            assert target["datasource"]["uid"] in known


def test_the_file_is_where_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    for name in (
        "compose.yaml",
        "Caddyfile.several",
        "nginx-several.conf",
        "grafana.json",
        "alerts.yml",
    ):
        assert f"(hosting/{name})" in page
