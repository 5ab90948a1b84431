"""The datasheet that goes with a release: what is in it, how and by whom it was made, what it can't say."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from annotation_app.releases.models import Release
from annotation_app.releases.people import SAMPLE, People
from worker.metrics.people import Coefficient

Manifest = Mapping[str, Any]
MISSING = "–"

LEFT_OUT = {
    "counterpart_not_accepted": "accepted, but the other item of the pair is not",
    "rejected": "rejected: the mask or the perturbation did not pass",
    "discarded": "discarded: no rationale passed within the rounds",
    "in_progress": "still in progress",
}


def text_of(release: Release, manifest: Manifest, statistics: Mapping[str, Any], people: People) -> str:
    """The datasheet in Markdown. Says nothing of single people and nothing that is held back."""
    benchmark = release.benchmark
    parts = (
        [f"# Datasheet: {benchmark.title} {release.version}"],
        _motivation(release),
        _composition(manifest, statistics),
        _process(release, manifest),
        _people(release, people),
        _settings(manifest),
        _licences(manifest),
        _limits(manifest),
    )
    return "\n\n".join(line for part in parts for line in part) + "\n"


def _motivation(release: Release) -> Iterator[str]:
    yield "## Motivation"
    yield (
        "The release is for judging how well the explanations of language models agree with those of people "
        "(plausibility), and whether they stay the same where a text changes without changing its answer "
        "(faithfulness). Each item is a text with one masked span, the words it hides, and the tokens that "
        "people marked as the reason why these words fit."
    )
    if release.benchmark.description:
        yield release.benchmark.description
    if release.notes:
        yield f"Notes on this release: {release.notes}"


def _composition(manifest: Manifest, statistics: Mapping[str, Any]) -> Iterator[str]:
    counts = manifest["counts"]
    yield "## Composition"
    yield (
        f"{counts['items']} items: {counts['originals']} originals and {counts['perturbed']} perturbed ones, "
        f"in {counts['pairs']} pairs of an original and one made from it."
    )
    columns = ("Language", "Dimension", "Originals", "Perturbed", "Tokens", "Rationale", "RLR")
    yield _table(
        columns,
        (
            (
                row["language"],
                row["dimension"],
                row["originals"],
                row["perturbed"],
                _number(row["tokens"], 1),
                _number(row["rationale_tokens"], 1),
                _number(row["rationale_length_ratio"], 3),
            )
            for row in statistics["table_3"]
        ),
    )
    yield (
        "Tokens, rationale tokens and the rationale length ratio (RLR) are means over originals. "
        "`statistics.json` has more of it."
    )
    yield _table(("Perturbation type", "Pairs"), sorted(counts["by_perturbation_type"].items()))
    split = manifest["split"]
    if split:
        yield (
            f"Split with seed {split['seed']}: an original and its perturbed items are always in one part, "
            "and the parts are balanced by language and dimension."
        )
        yield _table(("Part", "Items"), split["items"].items())
    if manifest["held_back"]:
        yield (
            f"Of the test part's {manifest['held_back']['items']} items only `test.jsonl` is public: their "
            "texts hold `[MASK]` in place of the golden answer, as one token whatever its length, and they "
            "have no rationale. Predictions for them are scored on the server."
        )
    left = [(LEFT_OUT.get(name, name), count) for name, count in manifest["left_out"].items()]
    if manifest["broken"]:
        left.append(("unfit: named in the manifest", len(manifest["broken"])))
    if left:
        yield "Left out of the benchmark's items:"
        yield _table(("Reason", "Items"), left)


def _process(release: Release, manifest: Manifest) -> Iterator[str]:
    yield "## Process"
    yield (
        "Texts come from the corpora below. Their masked span was proposed by an annotator or came with the "
        "corpus, and rated by others who first guessed it. One annotator marks the tokens that support the "
        "golden answer; seniors score the marks for sufficiency (1 to 3) and compactness (1 to 4) without "
        "seeing each other's scores; what does not pass goes back for another round. Accepted originals are "
        "reworded by annotators in one of three ways (dispensable words changed, important words changed, "
        "syntax changed), the answer unchanged; others review the wording, and a senior settles where they "
        "disagree. The perturbed item then gets a rationale of its own in the same way."
    )
    yield f"Made with Whybench {manifest['code_version']} on {manifest['created_at'][:10]}."
    yield f"SHA-256 of the items' content: `{manifest['content_hash']}`."


def _people(release: Release, people: People) -> Iterator[str]:
    yield "## People"
    yield _table(("Who", "People"), people.by_duty.items())
    yield "One person may have done several of these, but nobody judged their own work."
    if people.brought_in:
        yield (
            f"{people.brought_in} items came in from an earlier release; its datasheet tells who judged them."
        )
    yield _table(
        ("Judgement", "Agreement", "Coefficient", "Units"),
        ((name, *_agreement(name, each)) for name, each in people.agreement.items()),
    )
    yield (
        "Alpha: Krippendorff's, ordinal. Kappa: Fleiss', which needs equally many judgements a unit. 1 is "
        f"perfect agreement, 0 what chance gives; at most {SAMPLE} units were looked at. Items that "
        "did not pass are not in here, so these are figures of what was accepted."
    )
    consent = release.benchmark.settings.consent
    yield f"What the annotators agreed to: {consent}" if consent else "No text of consent is on record."
    yield (
        "Annotators are named by pseudonyms, drawn at random for this release and kept nowhere."
        if (release.options or {}).get("history")
        else "Nothing in this release tells one annotator from another."
    )


def _agreement(name: str, found: Coefficient) -> tuple[str, str, int]:
    kind = "kappa" if name == "review verdicts" else "alpha"
    shown = f"none: {found.reason}" if found.value is None else f"{found.value:.3f}"
    return shown, kind, found.units


def _settings(manifest: Manifest) -> Iterator[str]:
    yield "## Settings"
    for settings in manifest["settings"]:
        yield f"Version {settings['version']}:"
        yield _table(
            ("Setting", "Value"),
            (
                (name.replace("_", " "), ", ".join(value) if isinstance(value, list) else value)
                for name, value in settings.items()
                if name != "version"
            ),
        )
    yield "Choices that the papers leave open:"
    yield "\n".join(f"- {name.replace('_', ' ')}: {said}" for name, said in manifest["choices"].items())


def _licences(manifest: Manifest) -> Iterator[str]:
    yield "## Licences"
    yield _table(
        ("Corpus", "Licence", "Items"),
        (
            (each["corpus"] or MISSING, each["licence"] or "not on record", each["items"])
            for each in manifest["corpora"]
        ),
    )
    yield "A text keeps the licence of the corpus it comes from; perturbed texts are derived from theirs."


def _limits(manifest: Manifest) -> Iterator[str]:
    limits = [
        "One annotator marked each rationale, so another sufficient one may exist.",
        "Only items that passed every gate are here; they are easier to explain than the texts they were "
        "chosen from.",
        "Texts come from public corpora: a language model may have been trained on them.",
    ]
    if manifest["held_back"]:
        limits.append(
            "Whoever finds a held-back text in its corpus finds its answer; the mask does not tell how many "
            "tokens it hides."
        )
    yield "## Limits"
    yield "\n".join(f"- {limit}" for limit in limits)


def _table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    heads = list(columns)
    lines = [heads, ["---"] * len(heads), *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    """A value that can't break its table."""
    return " ".join(str(value).split()).replace("|", "\\|")


def _number(value: float | None, digits: int) -> str:
    return MISSING if value is None else f"{value:.{digits}f}"
