"""Tables 3 to 11 of the first paper, made from Results. docs/metrics.md says which is which.

Accuracy is in percent, everything else a number; a dash stands where there is none. Rows of several languages
end with all of them together.
"""

from collections.abc import Iterator, Sequence

from worker.metrics.records import Row
from worker.reporting.cells import Where
from worker.reporting.described import Described, mean, merged
from worker.reporting.results import ALL, Results, Scored, release_recipe, scores_recipe
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
            Cell(each.tokens(), digits=1),
            Cell(each.rationale(), digits=1),
            Cell(each.ratio()),
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
            Cell(mean(each.sufficiency.items()), digits=2),
            Cell(mean(each.compactness.items()), digits=2),
            Cell(mean(each.mask_confidence.items()), digits=2),
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
        where = Where(scored, language)
        cells = [*where.split(row, "top1"), *where.split(row, "top3")]
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
        where = Where(scored, language)
        f1 = where.split(row, "token_f1", percent=False)[0]
        maps = [where.cell(row, name) for name in ("map", "map_at_k", "map_aligned", "map_star", "pcc")]
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
        (*_system(language, scored), *Where(scored, language).split(row, "token_f1", percent=False))
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
            cells = [
                Cell(None)
                if (row := scored.row(language, each)) is None
                else Where(scored, language, each).split(row, name)[0]
                for each in results.dimensions
            ]
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
            where = Where(scored, language, kind=kind)
            accuracy = [*where.split(row, "top1")[1:], where.change(row, "top1")]
            f1 = where.split(row, "token_f1", percent=False)[1:]
            maps = [where.cell(row, name) for name in ("map", "map_at_k", "pcc")]
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
        if scored.system.inputs > held.system.inputs:
            best[scored.system.model] = scored
    return list(best.values())


def _by_dimension(results: Results, metrics: Sequence[tuple[str, str]]) -> Iterator[tuple[Cell, ...]]:
    for language, scored, _ in _rows(results, results.scored):
        if language == ALL:
            continue
        for name, label in metrics:
            cells = []
            for dimension in results.dimensions:
                row, where = scored.row(language, dimension), Where(scored, language, dimension)
                cells.append(Cell(None) if row is None else where.cell(row, name))
            yield (*_system(language, scored), Cell(label), *cells)


def _predicted(row: Row) -> int:
    return row.originals + row.perturbed - row.missing["predictions"]


def _system(language: str, scored: Scored) -> tuple[Cell, ...]:
    return _words(language, scored.model, scored.method)


def _words(*words: str) -> tuple[Cell, ...]:
    return tuple(Cell(word) for word in words)
