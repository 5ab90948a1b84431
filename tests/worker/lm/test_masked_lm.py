import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import BertConfig, BertForMaskedLM, BertModel

from worker.lm.errors import ScoringError
from worker.lm.loading import find_folder, load_model
from worker.lm.masked_lm import MaskedLm
from worker.types import Instance, ModelRef

InstanceMaker = Callable[..., Instance]


@pytest.fixture
def copied(tiny_bert_folder: Path, tmp_path: Path) -> Path:
    """A copy of the tiny model that a test may break."""
    return Path(shutil.copytree(tiny_bert_folder, tmp_path / "model"))


def refused_code(source: Path | str, **rest: str) -> str:
    with pytest.raises(ScoringError) as caught:
        load_model(ModelRef("model", str(source), **rest))
    return caught.value.code


def test_read_equals_the_models_own_forward_pass(
    tiny_bert: MaskedLm, tiny_roberta: MaskedLm, make_instance: InstanceMaker
) -> None:
    for model in (tiny_bert, tiny_roberta):
        instance = make_instance(
            "he likes planes and water", ["he", "likes", "planes", "and", "water"], (2, 3)
        )
        encoding = model.encode(instance)
        (reading,) = model.read([encoding])
        with torch.no_grad():
            logits = model.model(input_ids=torch.tensor([encoding.pieces])).logits[0]
        expected = logits[list(encoding.mask_positions)].double().softmax(-1).numpy()
        assert reading.probabilities == pytest.approx(expected, abs=1e-6)
        assert reading.predicted_pieces() == expected.argmax(-1).tolist()


def test_head_on_mask_rows_is_used_and_equals_the_full_head(
    tiny_bert: MaskedLm, tiny_bert_folder: Path
) -> None:
    assert tiny_bert._head is not None
    plain = BertForMaskedLM.from_pretrained(tiny_bert_folder, attn_implementation="eager")
    full = MaskedLm(plain, tiny_bert.tokenizer, revision="")
    full._head = None
    embedded, positions = [tiny_bert.embeddings([2, 5, 4, 6, 3])], [[2]]
    ours, theirs = (model.row_logits(embedded, positions)[0] for model in (tiny_bert, full))
    assert torch.allclose(ours, theirs, atol=1e-5)


def test_weights_ask_for_no_gradient(tiny_bert: MaskedLm) -> None:
    assert not any(parameter.requires_grad for parameter in tiny_bert.model.parameters())
    assert not tiny_bert.model.training


def test_batches_stay_within_the_budget_of_padded_pieces(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiny_bert, "budget", 20)
    encodings = [
        tiny_bert.encode(make_instance(" ".join(["cat"] * size), ["cat"] * size, (0, 1)))
        for size in (9, 2, 3, 30)
    ]
    batches = [[len(encoding.pieces) for encoding in batch] for batch in tiny_bert.batches(encodings)]
    assert batches == [[4, 5], [11], [32]]


def test_half_precision_weights_are_read_as_single(copied: Path) -> None:
    BertForMaskedLM.from_pretrained(copied).half().save_pretrained(copied)
    assert load_model(ModelRef("half", str(copied))).model.dtype == torch.float32


@pytest.mark.parametrize(("dtype", "tolerance"), [("bfloat16", 0.2), ("float16", 0.02)])
def test_half_precision_answers_nearly_the_same(
    copied: Path, tiny_bert: MaskedLm, make_instance: InstanceMaker, dtype: str, tolerance: float
) -> None:
    half = load_model(ModelRef("half", str(copied), dtype=dtype))
    assert str(half.model.dtype) == f"torch.{dtype}"
    encoding = tiny_bert.encode(make_instance("the cat sat", ["the", "cat", "sat"], (1, 2)))
    (ours,), (theirs,) = (model.read([encoding], attentions=True) for model in (half, tiny_bert))
    assert ours.probabilities == pytest.approx(theirs.probabilities, abs=tolerance)
    assert ours.probabilities.sum() == pytest.approx(1)
    assert ours.attention == pytest.approx(theirs.attention, abs=tolerance)


def test_load_model_refuses_a_device_that_is_not_there(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHYBENCH_DEVICE", "cuda:99")
    assert refused_code(copied) == "device_not_usable"


def test_revision_is_the_checksum_of_the_files(copied: Path) -> None:
    first = load_model(ModelRef("first", str(copied))).revision
    assert first.startswith("sha256:")
    assert load_model(ModelRef("again", str(copied), first)).revision == first
    config = json.loads((copied / "config.json").read_text())
    (copied / "config.json").write_text(json.dumps({**config, "hidden_act": "relu"}))
    assert refused_code(copied, revision=first) == "model_changed"


def test_load_model_refuses_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert refused_code(tmp_path / "nowhere") == "model_not_found"
    assert refused_code("some-owner/some-model") == "model_not_found"


def test_load_model_refuses_another_precision(copied: Path) -> None:
    assert refused_code(copied, dtype="int8") == "dtype_not_supported"


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_load_model_refuses_a_broken_file(copied: Path, name: str) -> None:
    content = (copied / name).read_bytes()
    (copied / name).write_bytes(content[: len(content) // 2])
    assert refused_code(copied) == "model_not_loaded"


def test_load_model_reads_safetensors_only(copied: Path) -> None:
    state = BertForMaskedLM.from_pretrained(copied).state_dict()
    torch.save(state, copied / "pytorch_model.bin")
    (copied / "model.safetensors").unlink()
    assert refused_code(copied) == "model_not_loaded"


def test_load_model_runs_no_code_that_comes_with_a_model(copied: Path) -> None:
    config = json.loads((copied / "config.json").read_text())
    config |= {
        "model_type": "odd",
        "auto_map": {"AutoModelForMaskedLM": "odd.Odd", "AutoConfig": "odd.Config"},
    }
    (copied / "config.json").write_text(json.dumps(config))
    (copied / "odd.py").write_text(f"open({str(copied / 'ran')!r}, 'w')")
    assert refused_code(copied) == "model_not_loaded"
    assert not (copied / "ran").exists()


def test_load_model_refuses_a_model_without_its_head(copied: Path) -> None:
    BertModel(BertConfig.from_pretrained(copied)).save_pretrained(copied)
    assert refused_code(copied) == "model_incomplete"


def test_find_folder_looks_into_the_models_folder_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fixtures/models/mini-mlm-en").mkdir(parents=True)
    repository = find_folder("fixtures/models/mini-mlm-en")
    assert repository is not None
    monkeypatch.setitem(os.environ, "WHYBENCH_MODELS_DIR", str(tmp_path))
    assert find_folder("fixtures/models/mini-mlm-en") == tmp_path / "fixtures/models/mini-mlm-en"
    assert find_folder("fixtures/models/mini-mlm-zh") == repository.parent / "mini-mlm-zh"
    assert find_folder("fixtures/models/none") is None


@pytest.mark.parametrize("name", ["mini-mlm-en", "mini-mlm-zh"])
def test_bundled_models_load(name: str) -> None:
    model = load_model(ModelRef(name, f"fixtures/models/{name}"))
    assert model.longest == 512
    assert model._head is not None
