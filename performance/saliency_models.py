"""The models and items that performance.saliency measures with."""

import random
from dataclasses import dataclass
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import AutoModelForMaskedLM, BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from worker.lm.loading import REPOSITORY, load_model
from worker.lm.masked_lm import MaskedLm
from worker.lm.pieces import Encoding
from worker.types import Instance, ModelRef

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = 30_522
WORDS = 23  # and two special pieces
SENTENCES = [
    ("Paris is the capital of France and the largest city in the whole country .", 5),
    ("The dog ran across the road because it had seen a cat on the other side .", 6),
    ("She put the milk into the fridge so that it would stay cold until the evening .", 5),
    ("Two plus two is four , and four plus four is eight , as every child knows .", 4),
    ("He could not open the door since he had left his keys at home this morning .", 4),
    ("Water turns into ice when the temperature falls far below zero in the winter .", 3),
]


@dataclass
class Side:
    """One model in the forms that are compared, with its items; half: ours in bfloat16, if it is measured."""

    model: MaskedLm
    half: MaskedLm | None
    eager: Any
    fused: Any
    texts: list[str]
    encodings: list[Encoding]

    def path_operations(self, steps: int) -> float:
        """Return the operations one item's path needs: forward, and backward to the embeddings as much."""
        config, pieces = self.eager.config, len(self.encodings[0].pieces)
        width, inner, masks = config.hidden_size, config.intermediate_size, 1
        body = 2 * pieces * (4 * width**2 + 2 * width * inner) + 4 * pieces**2 * width
        last = (
            4 * pieces * width**2
            + 2 * masks * (2 * width**2 + 2 * width * inner)
            + 4 * masks * pieces * width
        )
        head = 2 * masks * (width**2 + width * config.vocab_size)
        return 2.0 * steps * ((config.num_hidden_layers - 1) * body + last + head)


def base_sized(device: str) -> Side:
    """Make a BERT of the base size with random weights, and 32 items of 25 pieces with one mask."""
    torch.manual_seed(5)
    config = BertConfig(vocab_size=VOCABULARY, pad_token_id=0)
    eager, fused = (BertForMaskedLM(config).eval().to(device).requires_grad_(False) for _ in range(2))
    fused.load_state_dict(eager.state_dict())
    fused.set_attn_implementation("sdpa")
    halved = BertForMaskedLM(config)
    halved.load_state_dict(eager.state_dict())
    for model in (eager, halved):
        model.set_attn_implementation("eager")
    tokenizer = word_tokenizer()
    ours = MaskedLm(eager, tokenizer, revision="", device=device)
    half = MaskedLm(halved.to(torch.bfloat16), tokenizer, revision="", device=device)
    draw = random.Random(5)
    instances = []
    for _ in range(32):
        words = [f"w{draw.randrange(VOCABULARY - len(SPECIAL))}" for _ in range(WORDS)]
        instances.append(instance(" ".join(words), 7))
    return Side(
        ours,
        half,
        eager,
        fused,
        [masked(each) for each in instances],
        [ours.encode(each) for each in instances],
    )


def small_english(device: str) -> Side:
    """Load the bundled English model with a few real sentences."""
    folder = REPOSITORY / "fixtures/models/mini-mlm-en"
    ours = load_model(ModelRef("mini-mlm-en", str(folder)))
    fused = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")
    fused.eval().to(device).requires_grad_(False)
    instances = [instance(text, token) for text, token in SENTENCES]
    encodings = [ours.encode(each) for each in instances]
    return Side(ours, None, ours.model, fused, [masked(each) for each in instances], encodings)


def instance(text: str, token: int) -> Instance:
    """Return an instance of a text whose words are parted by one space, one of them masked."""
    spans, reached = [], 0
    for word in text.split(" "):
        spans.append((reached, reached + len(word)))
        reached += len(word) + 1
    return Instance(text, text, tuple(spans), (token, token + 1), None, "en")


def masked(instance: Instance) -> str:
    """Return the text with [MASK] in place of the answer."""
    words = list(instance.words())
    words[instance.mask[0]] = "[MASK]"
    return " ".join(words)


def word_tokenizer() -> PreTrainedTokenizerFast:
    """Return a tokenizer whose pieces are the words w0, w1, ..."""
    pieces = [*SPECIAL, *(f"w{index}" for index in range(VOCABULARY - len(SPECIAL)))]
    tokenizer = Tokenizer(models.WordLevel({piece: index for index, piece in enumerate(pieces)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    names = {f"{piece[1:-1].lower()}_token": piece for piece in SPECIAL}
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, model_max_length=512, **names)
