"""docs/releases.md shows one record in each format: the very one that the code writes."""

from pathlib import Path

import pytest
from django.core.management import call_command

from annotation_app.releases.formats.catalogue import FORMATS
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.releases.samples import built

ROOT = Path(__file__).resolve().parents[4]
SHOWN = {
    "jsonl": [("items.jsonl", 0)],
    "released": [("golden_en.jsonl", 0)],
    "eraser": [("docs.jsonl", 0), ("test.jsonl", 0)],
    "csv": [("items.csv", 1)],
}


@pytest.mark.django_db(transaction=True)
def test_the_records_shown_are_what_is_written(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "releases.md").read_text(encoding="utf-8")
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="b-1", licence="CC BY 4.0", corpus="Places")
    make_pair(benchmark, original, external_id="b-1-x")
    release = built(benchmark)
    for name in FORMATS:
        assert f"### `{name}`" in text
    for name, records in SHOWN.items():
        folder = tmp_path / name
        call_command("export_release", str(folder), benchmark="capitals", number=release.version, format=name)
        for file, line in records:
            record = (folder / file).read_text(encoding="utf-8").splitlines()[line]
            assert f"\n{record}\n" in text, (name, file)
    pair = '"pair":' + (tmp_path / "jsonl" / "items.jsonl").read_text().splitlines()[1].split('"pair":')[1]
    assert pair[: pair.index('"dispensable"}') + len('"dispensable"}')] in text
