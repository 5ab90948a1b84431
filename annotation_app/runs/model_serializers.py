"""The registry of models in the API."""

from typing import Any

from rest_framework import serializers

from annotation_app.runs.rules import CheckState
from annotation_app.runs.serializers import CandidateSerializer
from worker.types import ModelKind


class LanguageTagField(serializers.RegexField):
    def __init__(self, **options: Any) -> None:
        super().__init__(r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=35, **options)


class ModelFactsSerializer(serializers.Serializer[Any]):
    """What a worker found out by loading a model and letting it answer once."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in ModelKind])
    parameters = serializers.IntegerField()
    device = serializers.CharField()
    load_seconds = serializers.FloatField()
    score_seconds = serializers.FloatField()
    weights_bytes = serializers.IntegerField()
    peak_bytes = serializers.IntegerField(help_text="Of the worker's process, or of the GPU's memory.")
    sentence = serializers.CharField()
    candidates = CandidateSerializer(many=True)


class CheckUpSerializer(serializers.Serializer[Any]):
    """What the latest check-up of a model found; facts are those of the latest one that went well."""

    state = serializers.ChoiceField(source="check_state", choices=[state.value for state in CheckState])
    asked_at = serializers.DateTimeField(source="check_asked_at", allow_null=True)
    at = serializers.DateTimeField(source="checked_at", allow_null=True)
    code = serializers.CharField(source="check_code")
    message = serializers.CharField(source="check_message")
    facts = ModelFactsSerializer(source="check_facts", allow_null=True)


class LanguageModelSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    # The name of the field hides an attribute of the same name, which this serializer does not use.
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="A folder, relative to the repository, or a hub name."
    )
    revision = serializers.CharField()
    languages = serializers.ListField(child=serializers.CharField())
    licence = serializers.CharField()
    parameters = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(choices=[kind.value for kind in ModelKind])
    enabled = serializers.BooleanField()
    check_up = CheckUpSerializer(source="*")


class NewModelSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    source = serializers.CharField(max_length=300)  # type: ignore[assignment]
    revision = serializers.CharField(
        max_length=100, default="", allow_blank=True, help_text="Left empty, the check-up pins what it finds."
    )
    languages = serializers.ListField(child=LanguageTagField(), min_length=1, max_length=50)
    licence = serializers.CharField(max_length=300, default="", allow_blank=True)


class ModelChangeSerializer(serializers.Serializer[Any]):
    enabled = serializers.BooleanField(required=False)
    licence = serializers.CharField(max_length=300, required=False, allow_blank=True)
    languages = serializers.ListField(child=LanguageTagField(), required=False, min_length=1, max_length=50)


class NewCheckUpSerializer(serializers.Serializer[Any]):
    anew = serializers.BooleanField(
        default=False, help_text="Take the weights that are there now for the model's."
    )
