from fractions import Fraction
from typing import Any

import pytest

from annotation_app.benchmarks import rules
from annotation_app.core.errors import Invalid, NotEligible

WORKING: dict[str, Any] = {
    "counts": {"scorers": 3, "rounds": 3},
    "mask_gate": 2,
    "sufficiency_gate": Fraction(3),
    "compactness_gate": Fraction("3.6"),
    "languages": ["en"],
    "dimensions": ["grammar"],
}


def test_check_settings_takes_the_papers() -> None:
    rules.check_settings(**WORKING)


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"counts": {"scorers": 0, "rounds": 3}}, {"scorers"}),
        ({"mask_gate": 0}, {"mask_gate"}),
        ({"mask_gate": 5}, {"mask_gate"}),
        ({"sufficiency_gate": Fraction("3.001")}, {"sufficiency_gate"}),
        ({"compactness_gate": Fraction("0.5")}, {"compactness_gate"}),
        ({"languages": []}, {"languages"}),
        ({"languages": ["en", "en"], "dimensions": []}, {"languages", "dimensions"}),
    ],
)
def test_check_settings_names_each_field_that_would_not_work(
    change: dict[str, Any], fields: set[str]
) -> None:
    with pytest.raises(Invalid) as refusal:
        rules.check_settings(**(WORKING | change))
    assert set(refusal.value.errors) == fields


def test_check_admin_remains_keeps_the_last_admin_only() -> None:
    rules.check_admin_remains(role="admin", admins=2)
    rules.check_admin_remains(role="senior", admins=1)
    with pytest.raises(NotEligible):
        rules.check_admin_remains(role="admin", admins=1)
