import json
from typing import Any

import pytest

from worker.types import (
    Instance,
    InstanceScore,
    MethodRef,
    ModelStamp,
    Problem,
    ScoreLine,
    ScoreRequest,
)

REQUEST: dict[str, Any] = {
    "run": "7",
    "model": {"name": "mini", "source": "fixtures/models/mini-mlm-en", "revision": "", "dtype": "float32"},
    "method": {"name": "integrated_gradients", "settings": {"steps": 20}},
    "instances": [
        {
            "id": "1",
            "text": "The 🐱 sat.",
            "tokens": [[0, 3], [4, 5], [6, 9], [9, 10]],
            "mask": [1, 2],
            "answer": "🐱",
            "language": "en",
        },
        {"id": "2", "text": "Fine", "tokens": [[0, 4]], "mask": None, "answer": "positive", "language": "en"},
    ],
}


def changed(path: list[str | int], value: object) -> dict[str, Any]:
    """The request with one field replaced; a value of Ellipsis removes it."""
    request: dict[str, Any] = json.loads(json.dumps(REQUEST))
    target: Any = request
    for step in path[:-1]:
        target = target[step]
    if value is ...:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return request


def test_request_survives_json() -> None:
    request = ScoreRequest.from_json(json.loads(json.dumps(REQUEST)))
    assert request.to_json() == REQUEST
    assert ScoreRequest.from_json(request.to_json()) == request


def test_instance_without_a_mask_is_a_value_too() -> None:
    assert ScoreRequest.from_json(REQUEST).instances[1].mask is None


def test_instance_gives_words_and_golden_answer_by_code_points() -> None:
    instance = ScoreRequest.from_json(REQUEST).instances[0]
    assert instance.words() == ("The", "🐱", "sat", ".")
    assert instance.golden_answer() == "🐱"


def test_golden_answer_of_an_instance_without_mask_is_refused() -> None:
    with pytest.raises(ValueError, match="mask: the instance has none"):
        ScoreRequest.from_json(REQUEST).instances[1].golden_answer()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["run"], 7, "run: must be text"),
        (["run"], ..., "run: is missing"),
        (["model"], None, "model: must be an object"),
        (["model", "source"], "", "model.source: must not be empty"),
        (["method", "settings"], [], "method.settings: must be an object"),
        (["instances"], {}, "instances: must be a list"),
        (["instances", 1, "id"], "1", "instances: must not repeat an id"),
        (["instances", 0, "colour"], "red", "instances[0].colour: is not a field of Instance"),
        (["instances", 0, "mask"], [1], "instances[0].mask: must have 2 members, has 1"),
        (["instances", 0, "mask"], [2, 2], "instances[0].mask: must be a non-empty range of tokens"),
        (["instances", 0, "mask"], [3, 5], "instances[0].mask: must be a non-empty range of tokens"),
        (["instances", 0, "tokens"], [], "instances[0].tokens: must not be empty"),
        (["instances", 0, "tokens", 0], [0, True], "instances[0].tokens[0][1]: must be a whole number"),
        (["instances", 0, "tokens", 1], [2, 5], "instances[0].tokens[1]: must ascend"),
        (["instances", 0, "tokens", 3], [9, 11], "instances[0].tokens[3]: must ascend"),
    ],
)
def test_request_names_the_field_that_is_wrong(path: list[str | int], value: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        ScoreRequest.from_json(changed(path, value))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("wrong", [float("nan"), float("-inf"), 10**400, True, "1", None])
@pytest.mark.parametrize("before", [[], [0.5], [1e308, 1e308], [1]])
def test_from_json_refuses_a_number_that_is_not_finite(before: list[float], wrong: object) -> None:
    payload = {
        "scores": [*before, wrong],
        "mask_and_special_mass": 0,
        "completeness_gap": None,
        "relative_gap": None,
        "target": [],
    }
    score = {"instance": "1", "prediction": None, "saliency": payload}
    with pytest.raises(ValueError, match=rf"^saliency.scores\[{len(before)}\]: must be a finite number$"):
        InstanceScore.from_json(score)
    payload["scores"] = before
    read = InstanceScore.from_json(score).saliency
    assert read is not None
    assert read.scores == tuple(map(float, before))


def test_defaults_may_be_left_out() -> None:
    assert MethodRef.from_json({"name": "attention"}) == MethodRef("attention", {})
    assert InstanceScore.from_json({"instance": "1", "prediction": None, "saliency": None}).error is None


def test_error_survives_json() -> None:
    score = InstanceScore("1", None, None, Problem("too_many_pieces", "Too long."))
    assert InstanceScore.from_json(score.to_json()) == score


def test_score_line_is_an_instance_score_with_its_method_and_model() -> None:
    stamp = ModelStamp("mini", "abc", "float32", "1", "2.13.0", "5.24.0")
    line = ScoreLine("1", None, None, method=MethodRef("attention", {}), model=stamp)
    payload = json.loads(json.dumps(line.to_json()))
    assert list(payload) == ["instance", "prediction", "saliency", "error", "input", "method", "model"]
    assert ScoreLine.from_json(payload) == line


def test_instance_is_frozen() -> None:
    instance = Instance("1", "a", ((0, 1),), None, None, "en")
    with pytest.raises(AttributeError):
        instance.text = "b"  # type: ignore[misc]
