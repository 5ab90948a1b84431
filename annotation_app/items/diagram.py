"""The picture of the state machine in docs/workflow.md, drawn from the table that the server obeys."""

from annotation_app.items.rules import CAUSES, MOVES, ItemRole, State

ENTRIES = {
    State.NEEDS_WORDING: f"{ItemRole.ORIGINAL} imported, its wording not sure",
    State.MASK_PROPOSING: f"{ItemRole.ORIGINAL} imported without its answer",
    State.MASK_RATING: f"{ItemRole.ORIGINAL} imported with its answer",
    State.PERTURBATION_REVIEW: f"{ItemRole.PERTURBED} made from an accepted original",
}


def state_diagram() -> str:
    """A Mermaid state diagram of every state and move, with what causes each move."""
    lines = ["stateDiagram-v2"]
    lines += [f"    [*] --> {state}: {words}" for state, words in ENTRIES.items()]
    lines += [f"    {before} --> {after}: {words}" for (before, after), words in CAUSES.items()]
    lines += [f"    {state} --> [*]" for state in State if not MOVES[state]]
    return "\n".join(lines)
