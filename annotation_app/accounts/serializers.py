from typing import Any

from rest_framework import serializers

from annotation_app.accounts.models import User
from annotation_app.accounts.queries import memberships_of


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)


class LanguageSerializer(serializers.Serializer[Any]):
    language = serializers.ChoiceField(choices=["en", "zh-Hans"])


class MembershipOfPersonSerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    title = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())


class PersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="name")
    language = serializers.CharField()


class SignedInPersonSerializer(PersonSerializer):
    is_staff = serializers.BooleanField()
    memberships = MembershipOfPersonSerializer(many=True)


def signed_in_person(person: User) -> dict[str, Any]:
    """The fields of a SignedInPersonSerializer."""
    names = ("id", "username", "name", "language", "is_staff")
    return {name: getattr(person, name) for name in names} | {"memberships": memberships_of(person)}


class SessionSerializer(serializers.Serializer[Any]):
    authenticated = serializers.BooleanField()
    person = SignedInPersonSerializer(allow_null=True)
    csrf_token = serializers.CharField()


class TokenRequestSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)
    days = serializers.IntegerField(min_value=1, max_value=365, default=90)


class AccessTokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once; send it as `Authorization: Token ...`.")
    expires_at = serializers.DateTimeField()
