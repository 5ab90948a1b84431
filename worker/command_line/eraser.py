"""python -m worker eraser: score a results file as ERASER's own scorer does."""

import argparse
import json
import pprint
import sys
from functools import partial

from worker.eraser.files import read_annotations, read_documents, read_results
from worker.eraser.scoring import score_results


def run(chosen: argparse.Namespace) -> int:
    """Print the scores. Returns 2, with the broken lines on stderr, if a file can't be read."""
    try:
        annotations = read_annotations(chosen.data / f"{chosen.split}.jsonl")
        documents = partial(read_documents, chosen.data)
        results = read_results(chosen.results, documents)
        names = {each.document for result in results for each in result.rationales}
        scores = score_results(
            annotations,
            results,
            documents(names),
            iou_thresholds=chosen.iou_thresholds,
            aopc_thresholds=chosen.aopc_thresholds,
        )
        if chosen.strict and "classification_scores" not in scores:
            raise ValueError(f"{chosen.results}: has no classification, which --strict asks for")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    text = json.dumps(scores, indent=4, sort_keys=True, ensure_ascii=False)
    if chosen.score_file:
        chosen.score_file.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write((text if chosen.json else pprint.pformat(scores)) + "\n")
    return 0
