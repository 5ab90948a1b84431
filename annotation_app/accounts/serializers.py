from typing import Any

from rest_framework import serializers

from annotation_app.accounts.models import User
from annotation_app.accounts.queries import memberships_of


class SignInSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)


class PreferencesSerializer(serializers.Serializer[Any]):
    language = serializers.ChoiceField(choices=["en", "zh-Hans"], required=False)
    daily_digest = serializers.BooleanField(required=False)


class NewPasswordSerializer(serializers.Serializer[Any]):
    old = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)
    new = serializers.CharField(max_length=500, trim_whitespace=False, write_only=True)


class NewPersonSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    display_name = serializers.CharField(max_length=150, allow_blank=True, default="")
    email = serializers.EmailField(allow_blank=True, default="")
    staff = serializers.BooleanField(default=False)


class RetireSerializer(serializers.Serializer[Any]):
    anonymise = serializers.BooleanField(default=False)


class MembershipOfPersonSerializer(serializers.Serializer[Any]):
    benchmark = serializers.CharField()
    title = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())


class PersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    username = serializers.CharField()
    display_name = serializers.CharField(source="name")
    language = serializers.CharField()


class CreatedPersonSerializer(PersonSerializer):
    initial_password = serializers.CharField(help_text="Told this once; the person changes it.")


class AccountSerializer(PersonSerializer):
    is_staff = serializers.BooleanField()
    is_active = serializers.BooleanField()


class SignedInPersonSerializer(PersonSerializer):
    is_staff = serializers.BooleanField()
    daily_digest = serializers.BooleanField()
    memberships = MembershipOfPersonSerializer(many=True)


def signed_in_person(person: User) -> dict[str, Any]:
    """The fields of a SignedInPersonSerializer."""
    names = ("id", "username", "name", "language", "is_staff", "daily_digest")
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
