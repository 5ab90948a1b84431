"""What starting runs and estimating them takes and gives, in the API."""

from typing import Any

from rest_framework import serializers

from annotation_app.runs.presence import workers_on
from annotation_app.runs.rules import DTYPES, PartState, Scope
from annotation_app.runs.serializers import DeviationSerializer, ReasonSerializer, ScopeSerializer
from worker.types import QUEUE_CPU, QUEUE_GPU


class NewRunsSerializer(serializers.Serializer[Any]):
    """models, or one model by the older name of the field."""

    model = serializers.CharField(max_length=100, required=False, help_text="The model's name.")
    models = serializers.ListField(
        child=serializers.CharField(max_length=100), required=False, min_length=1, max_length=20
    )
    methods = serializers.ListField(child=serializers.CharField(max_length=40), max_length=20)
    queue = serializers.ChoiceField(choices=[QUEUE_CPU, QUEUE_GPU], default=QUEUE_CPU)
    dtype = serializers.ChoiceField(choices=DTYPES, default="float32")
    dimensions = serializers.ListField(child=serializers.CharField(max_length=40), default=list)
    languages = serializers.ListField(child=serializers.CharField(max_length=35), default=list)
    types = serializers.ListField(child=serializers.CharField(max_length=12), default=list)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        names = given.pop("models", None) or ([given["model"]] if "model" in given else [])
        if not names:
            raise serializers.ValidationError({"models": ["Choose at least one."]})
        scope = Scope(
            dimensions=tuple(given.pop("dimensions")),
            languages=tuple(given.pop("languages")),
            types=tuple(given.pop("types")),
        )
        given.pop("model", None)
        return given | {"model_names": list(dict.fromkeys(names)), "scope": scope}


class EstimatePartSerializer(serializers.Serializer[Any]):
    model = serializers.CharField(source="model.name")
    method = serializers.CharField()
    state = serializers.ChoiceField(choices=[state.value for state in PartState])
    instances = serializers.IntegerField(help_text="How many a run would score.")
    sample = serializers.IntegerField()
    seconds_per_instance = serializers.FloatField(allow_null=True)
    load_seconds = serializers.FloatField(allow_null=True)
    deviation = DeviationSerializer(allow_null=True)
    error = ReasonSerializer(allow_null=True)


class EstimateSerializer(serializers.Serializer[Any]):
    """workers: how many serve its queue now; the work is shared among them."""

    id = serializers.IntegerField()
    queue = serializers.CharField()
    dtype = serializers.CharField()
    scope = ScopeSerializer()
    workers = serializers.IntegerField()
    parts = EstimatePartSerializer(many=True)


def described_estimate(estimate: Any) -> dict[str, Any]:
    """An estimate from `estimates_of` with the number of workers that would share the work."""
    return dict(
        EstimateSerializer(
            {
                "id": estimate.pk,
                "queue": estimate.queue,
                "dtype": estimate.dtype,
                "scope": estimate.scope,
                "workers": workers_on(estimate.queue),
                "parts": estimate.parts.all(),
            }
        ).data
    )
