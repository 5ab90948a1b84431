"""Tables 3 to 11 of the first paper, made from Results. docs/metrics.md says which is which.

Accuracy is in percent, everything else a number; a dash stands where there is none. Rows of several languages
end with all of them together.
"""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from worker.metrics.records import Row, Split
from worker.reporting.results import ALL, Described, Results, Scored, merged, release_recipe, scores_recipe
from worker.reporting.tables import Cell, Table

SYSTEM = ("Language", "Model", "Method")
PERCENT = "Accuracy in percent. "
BOTH = "MAP over full rankings; MAP@K over the extracted rationales, most likely what the paper prints. "


def paper_tables(results: Results) -> list[Table]:
    """Return all nine tables."""
    return [
        _data(results),
        _quality(results),
        _accuracy(results),
        _interpretability(results),
        _plausibility(results),
        _accuracy_by_dimension(results),
        _map_by_dimension(results),
        _f1_by_dimension(results),
        _by_type(results),
    ]


def _data(results: Results) -> Table:
    rows = [
        (
            *_words(*group),
            Cell(each.originals),
            Cell(each.perturbed),
            *(Cell(each.pairs.get(kind, 0)) for kind in results.types),
            _mean_of(each.tokens, 1),
            _mean_of(each.rationale, 1),
            _mean_of(each.ratios, 3),
        )
        for group, each in _groups(results)
    ]
    columns = ("Originals", "Perturbed", *results.types, "Tokens", "Rationale tokens", "RLR")
    return Table(
        3,
        "table-03-data",
        "Data",
        ("Language", "Dimension", *columns),
        tuple(rows),
        2,
        "Pairs by perturbation type. Tokens, rationale tokens and rationale length ratio (RLR): means over "
        "originals.",
        release_recipe(results),
    )


def _quality(results: Results) -> Table:
    rows = [
        (
            *_words(*group),
            Cell(each.originals + each.perturbed),
            _mean_of(each.sufficiency, 2),
            _mean_of(each.compactness, 2),
            _mean_of(each.mask_confidence, 2),
        )
        for group, each in _groups(results)
    ]
    return Table(
        4,
        "table-04-quality",
        "Quality of the rationales",
        ("Language", "Dimension", "Items", "Sufficiency", "Compactness", "Mask confidence"),
        tuple(rows),
        2,
        "Sufficiency (1 to 3) and compactness (1 to 4): means of the items' means. Mask confidence: 1 is a "
        "unique answer; originals only.",
        release_recipe(results),
    )


def _accuracy(results: Results) -> Table:
    chosen = _one_a_model(results)
    rows = []
    for language, scored, row in _rows(results, chosen):
        cells = [*_split(row, row.top1, "top1"), *_split(row, row.top3, "top3")]
        share = row.multi_piece_answers / scored_inputs if (scored_inputs := _predicted(row)) else None
        counts = [Cell(scored_inputs), Cell(share, percent=True), Cell(row.unknown_answers)]
        rows.append((*_words(language, scored.model), *cells, *counts))
    columns = [f"{name} {part}" for name in ("Top1", "Top3") for part in ("All", "Ori.", "Per.")]
    return Table(
        5,
        "table-05-accuracy",
        "Masked word prediction",
        ("Language", "Model", *columns, "Inputs", "Multi-piece", "Unknown"),
        tuple(rows),
        2,
        PERCENT + "All pools original and perturbed inputs. Multi-piece: share of answers of several pieces; "
        "unknown: answers the tokenizer has no piece for, which count as wrong.",
        scores_recipe(results, chosen),
    )


def _interpretability(results: Results) -> Table:
    rows = []
    for language, scored, row in _rows(results, results.scored):
        f1 = Cell(row.token_f1.all, interval=row.intervals["token_f1"])
        maps = [
            Cell(getattr(row, name), interval=row.intervals[name])
            for name in ("map", "map_at_k", "map_aligned", "map_star", "pcc")
        ]
        undefined = Cell(row.undefined["pcc"])
        rows.append((*_system(language, scored), f1, *maps, Cell(row.pairs), undefined))
    return Table(
        6,
        "table-06-interpretability",
        "Plausibility and faithfulness",
        (*SYSTEM, "Token-F1", "MAP", "MAP@K", "MAP-aligned", "MAP*", "PCC", "Pairs", "PCC undefined"),
        tuple(rows),
        3,
        BOTH + "MAP-aligned follows the links between tokens. MAP* is MAP over the pairs with a PCC.",
        scores_recipe(results, results.scored),
    )


def _plausibility(results: Results) -> Table:
    rows = [
        (*_system(language, scored), *_split(row, row.token_f1, "token_f1", percent=False))
        for language, scored, row in _rows(results, results.scored)
    ]
    return Table(
        7,
        "table-07-token-f1",
        "Token-F1 on original and perturbed inputs",
        (*SYSTEM, "F1", "F1o", "F1p"),
        tuple(rows),
        3,
        "F1 pools all inputs; F1o original, F1p perturbed ones.",
        scores_recipe(results, results.scored),
    )


def _accuracy_by_dimension(results: Results) -> Table:
    chosen = _one_a_model(results)
    rows = []
    for language, scored, _ in _rows(results, chosen):
        if language == ALL:
            continue
        for name, label in (("top1", "Top1"), ("top3", "Top3")):
            found = [scored.row(language, each) for each in results.dimensions]
            cells = [Cell(None) if row is None else _split(row, getattr(row, name), name)[0] for row in found]
            rows.append((*_words(language, scored.model, label), *cells))
    return Table(
        8,
        "table-08-accuracy-by-dimension",
        "Masked word prediction by dimension",
        ("Language", "Model", "Metric", *results.dimensions),
        tuple(rows),
        3,
        PERCENT + "Original and perturbed inputs pooled.",
        scores_recipe(results, chosen),
    )


def _map_by_dimension(results: Results) -> Table:
    return Table(
        9,
        "table-09-map-by-dimension",
        "MAP by dimension",
        (*SYSTEM, "Metric", *results.dimensions),
        tuple(_by_dimension(results, (("map_at_k", "MAP@K"), ("map", "MAP"), ("pcc", "PCC")))),
        4,
        BOTH,
        scores_recipe(results, results.scored),
    )


def _f1_by_dimension(results: Results) -> Table:
    return Table(
        10,
        "table-10-token-f1-by-dimension",
        "Token-F1 by dimension",
        (*SYSTEM, "Metric", *results.dimensions),
        tuple(_by_dimension(results, (("token_f1", "Token-F1"),))),
        4,
        "Original and perturbed inputs pooled.",
        scores_recipe(results, results.scored),
    )


def _by_type(results: Results) -> Table:
    rows = []
    for language, scored, _ in _rows(results, results.scored):
        for kind in results.types:
            row = scored.type_row(kind, language)
            if row is None:
                continue
            original, perturbed = row.top1.original, row.top1.perturbed
            change = None if original is None or perturbed is None else perturbed - original
            accuracy = [Cell(value, percent=True) for value in (original, perturbed, change)]
            f1 = [Cell(row.token_f1.original), Cell(row.token_f1.perturbed)]
            maps = [
                Cell(getattr(row, name), interval=row.intervals[name]) for name in ("map", "map_at_k", "pcc")
            ]
            rows.append((*_system(language, scored), Cell(kind), Cell(row.pairs), *accuracy, *f1, *maps))
    columns = ("Pairs", "Top1 Ori.", "Top1 Per.", "Change", "F1o", "F1p", "MAP", "MAP@K", "PCC")
    return Table(
        11,
        "table-11-by-perturbation",
        "By type of perturbation",
        (*SYSTEM, "Perturbation", *columns),
        tuple(rows),
        4,
        PERCENT + "Originals are those with a pair of the type. PCC is not asked of syntactic pairs. " + BOTH,
        scores_recipe(results, results.scored),
    )


def _groups(results: Results) -> Iterator[tuple[tuple[str, str], Described]]:
    languages = sorted({language for language, _ in results.described})
    for language in languages:
        mine = [(each, results.described.get((language, each))) for each in results.dimensions]
        present = [(dimension, group) for dimension, group in mine if group is not None]
        yield from (((language, dimension), group) for dimension, group in present)
        yield (language, ALL), merged(group for _, group in present)
    if len(languages) > 1:
        yield (ALL, ALL), merged(results.described.values())


def _rows(results: Results, chosen: Sequence[Scored]) -> Iterator[tuple[str, Scored, Row]]:
    """Languages, and within each the systems that were given something of it; all: of every language."""
    for language in results.languages:
        for scored in chosen:
            row = scored.row(language)
            if row is not None and all(scored.has(each) for each in _spoken(results, language)):
                yield language, scored, row


def _spoken(results: Results, language: str) -> list[str]:
    return [each for each in results.languages if each != ALL] if language == ALL else [language]


def _one_a_model(results: Results) -> list[Scored]:
    """Predictions do not depend on the method: the system of each model that has the most of them."""
    best: dict[object, Scored] = {}
    for scored in results.scored:
        held = best.setdefault(scored.system.model, scored)
        if len(scored.system.places) > len(held.system.places):
            best[scored.system.model] = scored
    return list(best.values())


def _by_dimension(results: Results, metrics: Sequence[tuple[str, str]]) -> Iterator[tuple[Cell, ...]]:
    for language, scored, _ in _rows(results, results.scored):
        if language == ALL:
            continue
        for name, label in metrics:
            cells = []
            for dimension in results.dimensions:
                row = scored.row(language, dimension)
                value = None if row is None else getattr(row, name)
                value = value.all if isinstance(value, Split) else value
                cells.append(Cell(value, interval=row.intervals[name] if row else None))
            yield (*_system(language, scored), Cell(label), *cells)


def _predicted(row: Row) -> int:
    return row.originals + row.perturbed - row.missing["predictions"]


def _split(row: Row, split: Split, name: str, *, percent: bool = True) -> list[Cell]:
    return [
        Cell(split.all, percent=percent, interval=row.intervals[name]),
        Cell(split.original, percent=percent),
        Cell(split.perturbed, percent=percent),
    ]


def _system(language: str, scored: Scored) -> tuple[Cell, ...]:
    return _words(language, scored.model, scored.method)


def _words(*words: str) -> tuple[Cell, ...]:
    return tuple(Cell(word) for word in words)


def _mean_of(values: Iterable[float], digits: int) -> Cell:
    listed = list(values)
    return Cell(fmean(listed) if listed else None, digits=digits)
