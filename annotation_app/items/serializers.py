from typing import Any

from rest_framework import serializers

from annotation_app.items.models import Item, Text
from annotation_app.items.rules import ItemRole, State


class TokenSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField()
    text = serializers.CharField(trim_whitespace=False)
    before = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        help_text="What stands between this token and the one before it.",
    )


class SpanSerializer(serializers.Serializer[Any]):
    """A half-open range of tokens."""

    start = serializers.IntegerField(min_value=0)
    end = serializers.IntegerField(min_value=1)


class MarkedTextSerializer(serializers.Serializer[Any]):
    """A text as a page shows it: tokens with the spacing between them, and the masked span."""

    text = serializers.CharField()
    tokens = TokenSerializer(many=True)
    tail = serializers.CharField(allow_blank=True, help_text="What follows the last token.")
    mask = SpanSerializer(allow_null=True)
    golden_answer = serializers.CharField(allow_null=True)


class TaskItemSerializer(MarkedTextSerializer):
    id = serializers.IntegerField()
    external_id = serializers.CharField()
    language = serializers.CharField()
    dimension = serializers.CharField()
    role = serializers.ChoiceField(choices=[role.value for role in ItemRole])
    state = serializers.ChoiceField(choices=[state.value for state in State])
    round = serializers.IntegerField()


def marked_text(text: Text) -> dict[str, Any]:
    """The fields of a MarkedTextSerializer."""
    pairs = zip(text.tokens, text.befores(), strict=False)
    return {
        "text": text.text,
        "tokens": [
            {"index": index, "text": word, "before": before} for index, (word, before) in enumerate(pairs)
        ],
        "tail": text.tail(),
        "mask": None if text.mask is None else {"start": text.mask[0], "end": text.mask[1]},
        "golden_answer": text.golden_answer,
    }


def task_item(item: Item) -> dict[str, Any]:
    """The fields of a TaskItemSerializer."""
    names = ("id", "external_id", "language", "dimension", "role", "state", "round")
    return marked_text(item) | {name: getattr(item, name) for name in names}


class ItemStateSerializer(serializers.Serializer[Any]):
    """Where the item is after a submission."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[state.value for state in State])
    round = serializers.IntegerField()


class SubmittedSerializer(serializers.Serializer[Any]):
    """What every submission answers."""

    id = serializers.IntegerField(help_text="The row that was made.")
    item = ItemStateSerializer()


class NewMaskProposalSerializer(SpanSerializer):
    pass


class NewMaskRatingSerializer(serializers.Serializer[Any]):
    proposal = serializers.IntegerField()
    confidence = serializers.IntegerField(min_value=1, max_value=4)
    guesses = serializers.ListField(
        child=serializers.CharField(max_length=200),
        max_length=3,
        default=list,
        help_text="What the rater typed before the answer was shown.",
    )
    seconds = serializers.FloatField(min_value=0, required=False, allow_null=True, default=None)


class NewFlagSerializer(serializers.Serializer[Any]):
    comment = serializers.CharField(max_length=4000)


class FlagSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    item = serializers.IntegerField(source="item_id")
    external_id = serializers.CharField(source="item.external_id")
    person = serializers.CharField(source="person.name")
    comment = serializers.CharField()
    created_at = serializers.DateTimeField()


class ItemRowSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    external_id = serializers.CharField()
    language = serializers.CharField()
    dimension = serializers.CharField()
    role = serializers.CharField()
    state = serializers.CharField()
    round = serializers.IntegerField()
    masked_text = serializers.CharField()
    golden_answer = serializers.CharField(allow_null=True)
    reads_like = serializers.IntegerField(
        source="reads_like_id", allow_null=True, help_text="An earlier item of nearly the same words."
    )


class ItemDetailSerializer(TaskItemSerializer):
    corpus = serializers.CharField()
    source_file = serializers.CharField()
    record_id = serializers.CharField()
    licence = serializers.CharField()
    importer = serializers.CharField()
    tokeniser = serializers.CharField()
    source_line = serializers.IntegerField(allow_null=True)
    reads_like = serializers.IntegerField(source="reads_like_id", allow_null=True)
    settings_version = serializers.IntegerField()
    rationale = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    original_id = serializers.IntegerField(allow_null=True, help_text="Of a perturbed item.")
    perturbed_ids = serializers.ListField(child=serializers.IntegerField())


class HistoryEntrySerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    actor = serializers.CharField(source="actor.name", default=None, allow_null=True)
    event = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()
    reason = serializers.CharField()
    detail = serializers.DictField()
    settings_version = serializers.IntegerField(source="settings.version")


class NewWordingSerializer(serializers.Serializer[Any]):
    """What stands before and after the answer, which itself can't be changed; or why there is no wording."""

    before = serializers.CharField(allow_blank=True, trim_whitespace=False, default="", max_length=20_000)
    after = serializers.CharField(allow_blank=True, trim_whitespace=False, default="", max_length=20_000)
    impossible = serializers.BooleanField(default=False, help_text="It can't be worded; `reason` says why.")
    reason = serializers.CharField(allow_blank=True, default="", max_length=1_000)


class WordingSerializer(serializers.Serializer[Any]):
    """What the importer had before it, and why it was not sure."""

    question = serializers.CharField()
    answer = serializers.CharField(allow_blank=True, help_text="Empty where the corpus gives none.")
    why = serializers.CharField()
