from collections.abc import Callable, Iterator

import pytest
import torch

from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.types import Instance

InstanceMaker = Callable[..., Instance]

TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris and the dog is in water"]


@pytest.fixture(params=["tiny_bert", "tiny_roberta"])
def model(request: pytest.FixtureRequest) -> MaskedLm:
    found: MaskedLm = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def readings(model: MaskedLm, make_instance: InstanceMaker) -> list[Reading]:
    """Three texts of different lengths; their third word is masked."""
    return model.read([model.encode(make_instance(text, text.split(), (2, 3), text)) for text in TEXTS])


@pytest.fixture
def learning_table(model: MaskedLm) -> Iterator[torch.nn.Module]:
    """The model's embeddings, for captum's hooks, which need a path of gradients."""
    table = model.model.get_input_embeddings()
    table.requires_grad_()
    yield table
    table.requires_grad_(False)


@pytest.fixture
def answer(model: MaskedLm) -> Callable[[Reading], Callable[[torch.Tensor], torch.Tensor]]:
    """For a reading, the plain model's F of piece ids: the summed probability of the model's own answer."""
    offset = model.tokenizer.pad_token_id + 1 if model.model.config.model_type == "roberta" else 0

    def make(reading: Reading) -> Callable[[torch.Tensor], torch.Tensor]:
        columns, target = list(reading.encoding.mask_positions), reading.predicted_pieces()

        def forward(ids: torch.Tensor) -> torch.Tensor:
            positions = torch.arange(offset, offset + ids.shape[1]).expand(len(ids), -1)
            logits = model.model(
                input_ids=ids, position_ids=positions, attention_mask=torch.ones_like(ids)
            ).logits
            return logits[:, columns].softmax(-1)[:, range(len(columns)), target].sum(-1)

        return forward

    return make
