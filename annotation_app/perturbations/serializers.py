from typing import Any

from rest_framework import serializers

from annotation_app.items.models import Item
from annotation_app.items.serializers import MarkedTextSerializer, marked_text
from annotation_app.perturbations.models import PerturbationVersion, Suggestion
from annotation_app.perturbations.rules import PerturbationType, ReviewVerdict, SuggestionKind
from annotation_app.perturbations.wording import Wording

TYPES = [kind.value for kind in PerturbationType]
VERDICTS = [verdict.value for verdict in ReviewVerdict]


class LinksField(serializers.ListField):
    """Pairs [original token, perturbed token], each token at most once."""

    child = serializers.ListField(child=serializers.IntegerField(min_value=0), min_length=2, max_length=2)


class EditSerializer(serializers.Serializer[Any]):
    """The text around the golden answer; the answer itself stays where it is and as it is."""

    before = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=50_000)
    after = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=50_000)


class ReviewEditSerializer(EditSerializer):
    links = LinksField(required=False, help_text="An alignment drawn by hand; without it, the computed one.")


class PreviewRequestSerializer(ReviewEditSerializer):
    type = serializers.ChoiceField(choices=TYPES)


class NewPerturbationSerializer(PreviewRequestSerializer):
    suggestions = serializers.ListField(
        child=serializers.IntegerField(),
        default=list,
        max_length=200,
        help_text="Ids of the machine-made suggestions that this wording took up.",
    )
    confirmed_warnings = serializers.ListField(child=serializers.CharField(), default=list)
    note = serializers.CharField(allow_blank=True, default="", max_length=4000)


class WarningSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class ProjectionSerializer(serializers.Serializer[Any]):
    kept = serializers.ListField(child=serializers.IntegerField())
    changed = serializers.ListField(child=serializers.IntegerField())


class PreviewSerializer(MarkedTextSerializer):
    links = LinksField()
    warnings = WarningSerializer(many=True)
    projection = ProjectionSerializer()


class NewReviewSerializer(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(choices=VERDICTS)
    reason = serializers.CharField(allow_blank=True, default="", max_length=4000)
    before = serializers.CharField(allow_blank=True, trim_whitespace=False, default="", max_length=50_000)
    after = serializers.CharField(allow_blank=True, trim_whitespace=False, default="", max_length=50_000)
    links = LinksField(required=False, help_text="The alignment, where the reviewer corrected it.")
    confirmed_warnings = serializers.ListField(child=serializers.CharField(), default=list)
    version = serializers.IntegerField(
        min_value=1, default=1, help_text="Which wording a settling senior approves."
    )


class VersionSerializer(MarkedTextSerializer):
    number = serializers.IntegerField()
    author = serializers.CharField(allow_null=True, help_text="Only told to the senior who settles.")
    links = LinksField()
    warnings = WarningSerializer(many=True)


class ReviewSerializer(serializers.Serializer[Any]):
    reviewer = serializers.CharField()
    verdict = serializers.ChoiceField(choices=VERDICTS)
    reason = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)


def preview(wording: Wording, rationale: list[int]) -> dict[str, Any]:
    """The fields of a PreviewSerializer."""
    made = Item(**wording.fields())
    projection = wording.projection(rationale)
    return marked_text(made) | {
        "links": wording.links,
        "warnings": [warning._asdict() for warning in wording.warnings(rationale)],
        "projection": projection._asdict(),
    }


def version(row: PerturbationVersion, *, author: str | None, rationale: list[int]) -> dict[str, Any]:
    """The fields of a VersionSerializer."""
    wording = Wording(
        kind=PerturbationType(row.perturbation.type),
        original=row.perturbation.original,
        text=row.text,
        spans=list(zip(row.token_starts, row.token_ends, strict=True)),
        mask=row.mask or (0, 0),
        links=[(left, right) for left, right in row.links],
    )
    return marked_text(row) | {
        "number": row.number,
        "author": author,
        "links": row.links,
        "warnings": [warning._asdict() for warning in wording.warnings(rationale)],
    }


class NewSuggestionSerializer(EditSerializer):
    """A wording, and the words in it for which others are wanted: [start, end) in code points of one part."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in SuggestionKind])
    part = serializers.ChoiceField(choices=["before", "after"])
    start = serializers.IntegerField(min_value=0)
    end = serializers.IntegerField(min_value=0)


class SuggestedWordSerializer(serializers.Serializer[Any]):
    word = serializers.CharField(help_text="What to write; empty: leave the words out.")
    note = serializers.CharField(
        help_text="How it is related: synonym, broader, narrower, similar; or empty."
    )
    probability = serializers.FloatField(allow_null=True)


class SuggestionErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class SuggestionSerializer(serializers.ModelSerializer[Suggestion]):
    """What was suggested. It is machine-made: source says by what."""

    state = serializers.ChoiceField(choices=["waiting", "done", "failed"])
    words = SuggestedWordSerializer(many=True)
    error = SuggestionErrorSerializer(allow_null=True)

    class Meta:
        model = Suggestion
        fields = ["id", "kind", "part", "start", "end", "state", "source", "words", "error"]
        read_only_fields = fields
