from pathlib import Path

from annotation_app.items.diagram import state_diagram
from annotation_app.items.rules import MOVES, State

WORKFLOW = Path(__file__).resolve().parents[3] / "docs" / "workflow.md"


def test_the_picture_in_the_docs_is_the_servers_own_table() -> None:
    picture = WORKFLOW.read_text(encoding="utf-8").split("```mermaid\n")[1].split("\n```")[0]
    assert picture == state_diagram()


def test_the_picture_draws_every_state_and_move() -> None:
    picture = state_diagram()
    for state in State:
        assert f" {state}" in picture
        for after in MOVES[state]:
            assert f"{state} --> {after}: " in picture
