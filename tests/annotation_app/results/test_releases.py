"""Results over a release: its runs alone, described by what was released."""

import pytest

from tests.annotation_app.factories import client_of, make_benchmark, make_member, make_original, make_pair
from tests.annotation_app.releases.samples import built
from tests.annotation_app.results.conftest import at, scored_run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_release_has_its_own_runs_its_own_table_and_its_checksum():
    benchmark = make_benchmark("capitals", methods=["attention"])
    reader = client_of(make_member(benchmark, "senior"))
    original = make_original(benchmark, external_id="one")
    pair = make_pair(benchmark, original, external_id="one-d")
    release = built(benchmark)
    over = scored_run(benchmark, [pair], "attention", scope={"release": "1.0.0"})
    later = make_pair(benchmark, make_original(benchmark, external_id="two"), external_id="two-d")
    scored_run(benchmark, [pair, later], "lime")

    assert len(reader.get(at()).data["systems"]) == 2
    released = reader.get(at(), {"release": "1.0.0"}).data
    assert [each["run"]["id"] for each in released["systems"]] == [over.pk]
    assert released["choices"]["releases"] == ["1.0.0"]
    assert release.files.get(name="items.jsonl").sha256 in released["recipe"]

    def originals(**asked):
        data = reader.get(at("/tables"), asked).data["tables"][0]
        return [row[2]["value"] for row in data["rows"]]

    assert originals() == [2, 2]
    assert originals(release="1.0.0") == [1, 1]
    assert originals(release="1.0.0") == [1, 1]  # as it was kept
    name = reader.get(at("/tables/table-03-data/csv"), {"release": "1.0.0"})["Content-Disposition"]
    assert name == 'attachment; filename="capitals-1.0.0-table-03-data.csv"'
