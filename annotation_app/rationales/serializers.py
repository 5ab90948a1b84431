from typing import Any

from rest_framework import serializers

# What the columns can hold: a refused rationale is kept as a draft before its values are judged.
MOST_ROUNDS, MOST_TOKENS = 1000, 10_000


class TokenField(serializers.IntegerField):
    """Index of a token in an item's text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MOST_TOKENS - 1, **options)


class NewRationaleSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        min_value=1, max_value=MOST_ROUNDS, help_text="The item's round that was worked on."
    )
    tokens = serializers.ListField(child=TokenField(), max_length=MOST_TOKENS)


class DraftSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS)
    tokens = serializers.ListField(child=TokenField(), max_length=MOST_TOKENS)
    revision = serializers.IntegerField(
        min_value=0,
        help_text="The revision last seen, 0 before the first write; the answer holds the new one.",
    )


class TokenCommentSerializer(serializers.Serializer[Any]):
    """A remark on one marked token."""

    index = serializers.IntegerField(min_value=0)
    comment = serializers.CharField(max_length=1000)


class NewScoreSerializer(serializers.Serializer[Any]):
    sufficiency = serializers.IntegerField(min_value=1, max_value=3)
    compactness = serializers.IntegerField(min_value=1, max_value=4)
    comment = serializers.CharField(allow_blank=True, default="", max_length=4000)
    guess = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=200,
        help_text="What the senior typed while only the rationale was shown.",
    )
    guess_seconds = serializers.FloatField(min_value=0, required=False, allow_null=True, default=None)
    token_comments = TokenCommentSerializer(many=True, default=list)


class RationaleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    tokens = serializers.ListField(child=serializers.IntegerField())
