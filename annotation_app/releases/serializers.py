from typing import Any

from rest_framework import serializers

from annotation_app.releases.rules import ReleaseState


class NewReleaseSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=60, help_text="A semantic version, such as 1.0.0.")
    notes = serializers.CharField(allow_blank=True, default="", max_length=20_000)


class WithdrawalSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=4000)


class ReleaseFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")
    sha256 = serializers.CharField()


class ReleaseFaultSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class WithdrawnSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    reason = serializers.CharField()


class ReleaseSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    notes = serializers.CharField()
    state = serializers.ChoiceField(choices=[state.value for state in ReleaseState])
    created_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    withdrawn = WithdrawnSerializer(allow_null=True)
    manifest = serializers.DictField(allow_null=True, help_text="The content of manifest.json.")
    files = ReleaseFileSerializer(many=True)
    error = ReleaseFaultSerializer(allow_null=True)


class PreviewGroupSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    dimension = serializers.CharField()
    pairs = serializers.IntegerField()
    items = serializers.IntegerField()


class PreviewTypeSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    pairs = serializers.IntegerField()


class PreviewWarningSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class ReleasePreviewSerializer(serializers.Serializer[Any]):
    """What a release made now would hold."""

    pairs = serializers.IntegerField()
    items = serializers.IntegerField()
    by_dimension = PreviewGroupSerializer(many=True)
    by_type = PreviewTypeSerializer(many=True)
    left_out = serializers.DictField(child=serializers.IntegerField(), help_text="Items by reason.")
    warnings = PreviewWarningSerializer(many=True)
