"""Published corpora of several files, packed as an admin would pack them and imported as one upload."""

import io
import zipfile
from pathlib import Path

import pytest

from annotation_app.items.importing.jobs import start_import
from annotation_app.items.importing.uploads import receive_upload
from annotation_app.items.importing.working import work_on
from annotation_app.items.models import Import, Item
from tests.annotation_app.factories import make_benchmark, make_member

PUBLISHED = Path(__file__).resolve().parents[5] / "shared" / "data"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published corpora are not beside this checkout"),
]


def packed(folder: Path) -> io.BytesIO:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, f"{folder.name}/{path.relative_to(folder)}")
    buffer.seek(0)
    return buffer


# The counts are those of docs/importers.md.
@pytest.mark.parametrize(
    ("folder", "format", "choices", "read", "stored"),
    [
        ("webnlg", "webnlg", {"language": "en", "dimension": "semantics"}, 1_399, 1_377),
        ("eraser-boolq", "eraser", {"language": "en", "dimension": "reasoning"}, 177, 177),
        ("evidence-inference", "evidence-inference", {"dimension": "reasoning"}, 48, 48),
        ("penn-treebank-sample", "penn-trees", {}, 999, 992),
    ],
)
def test_folder_in_one_archive_gives_what_its_files_give(
    folder: str, format: str, choices: dict[str, str], read: int, stored: int
) -> None:
    benchmark = make_benchmark()
    person = make_member(benchmark, "admin")
    stream = packed(PUBLISHED / folder)
    upload = receive_upload(benchmark=benchmark, person=person, stream=stream, name=f"{folder}.zip")
    assert format in upload.sniffed["formats"]
    start_import(report=upload, checks=False, chosen={"format": format, "corpus": folder, **choices})
    work_on(upload.pk)
    report = Import.objects.get(pk=upload.pk)
    assert (report.state, report.read, report.stored) == ("done", read, stored)
    assert Item.objects.filter(brought_in=report).count() == stored
