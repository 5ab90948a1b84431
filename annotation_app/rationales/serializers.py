from typing import Any

from rest_framework import serializers


class NewRationaleSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, help_text="The item's round that was worked on.")
    tokens = serializers.ListField(child=serializers.IntegerField(min_value=0), max_length=10_000)


class DraftSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1)
    tokens = serializers.ListField(child=serializers.IntegerField(min_value=0), max_length=10_000)
    revision = serializers.IntegerField(
        min_value=0,
        help_text="The revision last seen, 0 before the first write; the answer holds the new one.",
    )


class NewScoreSerializer(serializers.Serializer[Any]):
    sufficiency = serializers.IntegerField(min_value=1, max_value=3)
    compactness = serializers.IntegerField(min_value=1, max_value=4)
    comment = serializers.CharField(allow_blank=True, default="", max_length=4000)


class RationaleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    round = serializers.IntegerField()
    tokens = serializers.ListField(child=serializers.IntegerField())
