import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [ROOT / "annotation_app" / "settings.py", *(ROOT / "worker").rglob("*.py")]


def test_the_readme_lists_every_variable_that_the_environment_may_set() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    used = {
        name
        for source in SOURCES
        for name in re.findall(
            r'"(WHYBENCH_[A-Z_]+|DATABASE_URL|CELERY_BROKER_URL)"', source.read_text("utf-8")
        )
    }
    assert len(used) > 10
    assert sorted(name for name in used if f"`{name}`" not in readme) == []


def test_the_readmes_links_lead_somewhere() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)\)", readme)
    assert [target for target in targets if not (ROOT / target).exists()] == []
