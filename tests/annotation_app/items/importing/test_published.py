"""Every published file that holds instances, read where it lies; nothing of it is part of this repository."""

from collections import Counter
from pathlib import Path

import pytest

from annotation_app.items.importing.checks import fitted
from annotation_app.items.importing.records import Problem
from tests.annotation_app.items.importing.reading import read_file

PUBLISHED = Path(__file__).resolve().parents[5] / "shared" / "data"
pytestmark = pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published corpora are not beside this checkout, so they are not read"
)
# Format, files, language of the import, and the least number of items that the files give.
SETS = [
    ("penn-trees", "penn-treebank-sample/combined/*.mrg", "en", 960),
    ("penn-tagged", "penn-treebank-sample/tagged/*.pos", "en", 950),
    ("brown", "brown-sample/c[a-r]01", "en", 1650),
    ("sinica", "sinica-treebank-sample/parsed", "zh", 500),
    ("conllu", "ud-english-ewt/*.conllu", "en", 440),
    ("conllu", "ud-chinese-gsdsimp/*.conllu", "zh", 480),
    ("conllu", "ud-italian-r2.5/*/*.conllu", "it", 3700),
    ("conllu", "hard-text/ar_pud-ud-test.conllu", "ar", 95),
    ("conllu", "hard-text/he_htb-ud-test.conllu", "he", 95),
    ("text", "hard-text/blns.txt", "en", 400),
    ("json-texts", "hard-text/blns.json", "en", 400),
    ("webnlg", "webnlg/*/dev/*/*.xml", "en", 1300),
    ("duie", "duie-sample/*_*", "zh", 450),
    ("wsc", "wsc/*.xml", "en", 560),
    ("cluewsc", "cluewsc2020/*.json", "zh", 640),
    ("webquestions", "webquestions/test.json", "en", 500),
    ("freebaseqa", "freebaseqa/*.json", "en", 8),
    ("ckbqa", "ckbqa/*.txt", "zh", 750),
    ("nlpcc", "nlpcc2016-kbqa/*data*", "zh", 400),
    ("copa", "copa/*.xml", "en", 3000),
    ("xcopa", "xcopa/data/zh/*.jsonl", "zh", 600),
    ("xcopa", "xcopa/data-gmt/zh/*.jsonl", "en", 350),
    ("alg514", "alg514/*.json*", "en", 25),
    ("dolphin", "dolphin1878/*.json", "en", 12),
    ("math23k", "math23k/*.json", "zh", 1500),
    ("hmwp", "hmwp/*.json", "zh", 10),
    ("mawps", "mawps/*.json", "en", 1300),
    ("svamp", "svamp/*.json", "en", 600),
    ("asdiv", "asdiv/*.xml", "en", 1000),
    ("released", "lm-interpretability-released-sample/*_*", "zh", 6),
    ("released", "dutrust-inputs/*_*", "zh", 500),
    ("eraser", "eraser-*/val.jsonl", "en", 2000),
    ("evidence-inference", "evidence-inference/v2_annotations.csv", "en", 48),
]


@pytest.mark.parametrize(("format", "pattern", "language", "least"), SETS)
def test_published_files_give_items_whose_tokens_join(
    format: str, pattern: str, language: str, least: int
) -> None:
    made, codes = 0, Counter[str]()
    files = sorted(PUBLISHED.glob(pattern))
    assert files
    for path in files:
        records, problems = read_file(format, path, language=language)
        codes.update(problem.code for problem in problems)
        for record in records:
            fit = fitted(record, language=record.language or language)
            if isinstance(fit, Problem):
                codes[fit.code] += 1
            else:
                made += 1
    assert made >= least, codes
    assert not codes.keys() & {"broken_xml", "broken_tree", "undecodable", "tokens_do_not_join", "bad_tokens"}
