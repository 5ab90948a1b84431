from typing import Any

from django.core.validators import MaxLengthValidator
from rest_framework import serializers

from annotation_app.accounts.serializers import PersonSerializer
from worker.exchange.forms import Form

FORMS = [form.value for form in Form]


class NewScoresUploadSerializer(serializers.Serializer[Any]):
    """A file of scores and what it does not say itself."""

    file = serializers.FileField()
    form = serializers.ChoiceField(
        choices=["auto", *FORMS], default="auto", help_text="auto: told by the first line."
    )
    model = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    revision = serializers.CharField(max_length=100, required=False, allow_blank=True, default="")
    method = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    method_settings = serializers.JSONField(
        required=False,
        default=dict,
        binary=True,
        help_text="An object of names and values, as JSON.",
    )
    note = serializers.CharField(
        required=False, allow_blank=True, default="", validators=[MaxLengthValidator(500)]
    )
    mode = serializers.ChoiceField(choices=["keep_good", "all_or_nothing"], default="keep_good")

    def validate_method_settings(self, value: Any) -> dict[str, Any]:
        if value in ("", None):
            return {}
        if not isinstance(value, dict) or len(str(value)) > 5_000:
            raise serializers.ValidationError("Write a JSON object of at most 5,000 characters.")
        return value


class LeftOutLineSerializer(serializers.Serializer[Any]):
    """A line that was left out, and why. record: the item it names, as far as that could be read."""

    line = serializers.IntegerField()
    record = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class ScoresUploadSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    file = serializers.CharField()
    form = serializers.CharField(help_text=f"One of {', '.join(FORMS)}; empty if no line showed which.")
    sha256 = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    note = serializers.CharField()
    person = PersonSerializer()
    read = serializers.IntegerField(help_text="Lines with something in them.")
    stored = serializers.IntegerField()
    missing = serializers.IntegerField(help_text="Items of finished pairs that the file says nothing of.")
    problems = LeftOutLineSerializer(many=True)
    runs = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_runs(self, upload: Any) -> list[int]:
        """The runs made of it, by number."""
        return sorted(run.pk for run in upload.runs.all())
