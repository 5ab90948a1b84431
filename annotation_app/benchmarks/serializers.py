import re
from typing import Any

from rest_framework import serializers

from annotation_app.accounts.serializers import PersonSerializer
from annotation_app.benchmarks.models import Settings
from annotation_app.benchmarks.rules import Role

# JSON can spell them with escapes, but the database can't keep them.
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")


class SettingsSerializer(serializers.ModelSerializer[Settings]):
    class Meta:
        model = Settings
        exclude = ("id", "benchmark", "created_by", "updated_at")
        read_only_fields = ("version", "created_at")

    def validate_guidelines(self, value: Any) -> Any:
        """Texts by language, then by topic; what has another form would break every page that shows one."""
        languages: list[Any] = list(value.values()) if isinstance(value, dict) else [None]
        if not all(isinstance(topics, dict) for topics in languages):
            raise serializers.ValidationError("Give an object for each language, with a text for each topic.")
        words = [*value, *(word for topics in languages for pair in topics.items() for word in pair)]
        if not all(isinstance(word, str) and not NOT_STORABLE.search(word) for word in words):
            raise serializers.ValidationError("Every text must be a string without NUL characters.")
        return value


class BenchmarkSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    title = serializers.CharField()
    description = serializers.CharField()
    created_at = serializers.DateTimeField()
    my_roles = serializers.ListField(child=serializers.CharField())


class BenchmarkDetailSerializer(BenchmarkSerializer):
    settings = SettingsSerializer()


class NewBenchmarkSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField(max_length=60)
    title = serializers.CharField(max_length=200)
    description = serializers.CharField(allow_blank=True, default="")
    settings = SettingsSerializer(required=False, partial=True)


class MemberSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    person = PersonSerializer()
    role = serializers.CharField()


class NewMemberSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=[role.value for role in Role])
