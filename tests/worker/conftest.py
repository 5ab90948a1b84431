import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch
from hypothesis import settings
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    BertConfig,
    BertForMaskedLM,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

from worker.lm.loading import load_model
from worker.lm.masked_lm import MaskedLm
from worker.types import Instance, ModelRef

os.environ.setdefault("CELERY_BROKER_URL", "memory://")
torch.set_num_threads(1)  # several tests may run beside each other
settings.register_profile("worker", deadline=None)  # the machine may be busy
settings.load_profile("worker")

InstanceMaker = Callable[..., Instance]

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "on",
    "mat",
    "ran",
    "to",
    "he",
    "she",
    "likes",
    "water",
    "play",
    "##ing",
    "##s",
    "paris",
    "france",
    "capital",
    "of",
    "is",
    "and",
]
SIGNS = (
    list("[]().,'?!") + list("abcdefghijklmnopqrstuvwxyz") + [f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"]
)
SENTENCES = [
    "the planes fly to the capital",
    "he flew planes and she likes planes",
    "water is in the glass",
] * 4


@pytest.fixture(scope="session")
def make_instance() -> InstanceMaker:
    """Make an instance from a text and its words, found in it from left to right."""

    def make(text: str, words: Sequence[str], mask: tuple[int, int] | None, name: str = "item") -> Instance:
        spans, reached = [], 0
        for word in words:
            start = text.index(word, reached)
            reached = start + len(word)
            spans.append((start, reached))
        return Instance(name, text, tuple(spans), mask, None, "en")

    return make


@pytest.fixture(scope="session")
def tiny_bert_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random BERT with word pieces, its weights large enough for inputs to differ in their answers."""
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *dict.fromkeys(SIGNS)]
    vocabulary = {piece: index for index, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=48,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=64,
        pad_token_id=0,
        initializer_range=0.25,
    )
    return _saved(tmp_path_factory.mktemp("bert"), BertForMaskedLM(config), fast)


@pytest.fixture(scope="session")
def tiny_roberta_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random RoBERTa with byte-level pieces, whose positions start after the padding id."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=330,
        special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_max_length=10_000,
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        unk_token="<unk>",
        pad_token="<pad>",
        mask_token="<mask>",
    )
    torch.manual_seed(11)
    config = RobertaConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=66,
        type_vocab_size=1,
        pad_token_id=1,
        bos_token_id=0,
        eos_token_id=2,
        initializer_range=0.25,
    )
    return _saved(tmp_path_factory.mktemp("roberta"), RobertaForMaskedLM(config), fast)


def _saved(folder: Path, model: BertForMaskedLM | RobertaForMaskedLM, fast: PreTrainedTokenizerFast) -> Path:
    model.save_pretrained(folder)
    fast.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_bert(tiny_bert_folder: Path) -> MaskedLm:
    return load_model(ModelRef("tiny-bert", str(tiny_bert_folder)))


@pytest.fixture(scope="session")
def tiny_roberta(tiny_roberta_folder: Path) -> MaskedLm:
    return load_model(ModelRef("tiny-roberta", str(tiny_roberta_folder)))
