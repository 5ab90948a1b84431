"""An item beside what each model and method made of it, in the API."""

from typing import Any

from rest_framework import serializers

from annotation_app.items.serializers import TaskItemSerializer
from annotation_app.runs.rules import RowState
from annotation_app.runs.serializers import PredictionSerializer, ReasonSerializer, SaliencySerializer


class ExplainedItemSerializer(serializers.Serializer[Any]):
    """An item as people explain it."""

    item = TaskItemSerializer()
    rationale = serializers.ListField(child=serializers.IntegerField())


class ColumnHalfSerializer(serializers.Serializer[Any]):
    """What a model and method made of one half of the pair."""

    state = serializers.ChoiceField(choices=[state.value for state in RowState])
    error = ReasonSerializer(allow_null=True)
    prediction = PredictionSerializer(allow_null=True)
    saliency = SaliencySerializer(allow_null=True)
    extracted = serializers.ListField(
        child=serializers.IntegerField(), help_text="The model's rationale, best token first."
    )


class ColumnSerializer(serializers.Serializer[Any]):
    """One model and method; null where its run does not hold that half."""

    run = serializers.IntegerField()
    model = serializers.CharField()
    revision = serializers.CharField()
    method = serializers.CharField()
    dtype = serializers.CharField()
    original = ColumnHalfSerializer(allow_null=True)
    perturbed = ColumnHalfSerializer(allow_null=True)


class PairNameSerializer(serializers.Serializer[Any]):
    """A pair of the original, by its perturbed item."""

    id = serializers.IntegerField()
    external_id = serializers.CharField()
    type = serializers.CharField()


class ItemScoresSerializer(serializers.Serializer[Any]):
    """links: [original token, perturbed token]. pairs: all that runs compare, to choose from."""

    original = ExplainedItemSerializer()
    perturbed = ExplainedItemSerializer(allow_null=True)
    type = serializers.CharField()
    links = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    pairs = PairNameSerializer(many=True)
    columns = ColumnSerializer(many=True)
