from decimal import Decimal
from fractions import Fraction
from typing import Any

from rest_framework import serializers

from annotation_app.accounts.serializers import PersonSerializer
from annotation_app.releases.comparing import KINDS
from annotation_app.releases.options import LARGEST_SEED, Options, SplitWish
from annotation_app.releases.rules import ReleaseState


class SplitWishSerializer(serializers.Serializer[Any]):
    """Shares of the originals of each language and dimension; what is left is train."""

    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, default=0)
    dev = serializers.DecimalField(max_digits=6, decimal_places=5, min_value=Decimal(0), max_value=Decimal(1))
    test = serializers.DecimalField(
        max_digits=6, decimal_places=5, min_value=Decimal(0), max_value=Decimal(1)
    )


class NewReleaseSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=60, help_text="A semantic version, such as 1.0.0.")
    notes = serializers.CharField(allow_blank=True, default="", max_length=20_000)
    split = SplitWishSerializer(allow_null=True, default=None)
    held_back = serializers.BooleanField(
        default=False, help_text="Keep the test part's answers and rationales on the server."
    )
    history = serializers.BooleanField(
        default=False, help_text="Add every judgement, under pseudonyms drawn for this release."
    )
    runs = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        default=list,
        max_length=50,
        help_text="Runs whose predictions and saliencies go along.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        split = attrs["split"]
        wish = split and SplitWish(split["seed"], Fraction(split["dev"]), Fraction(split["test"]))
        runs = tuple(dict.fromkeys(attrs["runs"]))
        options = Options(wish, attrs["held_back"], attrs["history"], runs)
        return {"version": attrs["version"], "notes": attrs["notes"], "options": options}


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


class ReleaseProgressSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(help_text="items, then companions.")
    written = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Items to be written.")


class ReleaseSplitSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    dev = serializers.CharField(help_text="A fraction, such as 1/10.")
    test = serializers.CharField()


class ReleaseOptionsSerializer(serializers.Serializer[Any]):
    split = ReleaseSplitSerializer(allow_null=True, default=None)
    held_back = serializers.BooleanField(default=False)
    history = serializers.BooleanField(default=False)
    runs = serializers.ListField(child=serializers.IntegerField(), default=list)


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
    options = ReleaseOptionsSerializer()
    progress = ReleaseProgressSerializer(allow_null=True, default=None)
    person = PersonSerializer()


class PreviewGroupSerializer(serializers.Serializer[Any]):
    language = serializers.CharField()
    dimension = serializers.CharField()
    pairs = serializers.IntegerField()
    items = serializers.IntegerField()
    originals = serializers.IntegerField()
    by_type = serializers.DictField(child=serializers.IntegerField())
    tokens = serializers.FloatField(allow_null=True, help_text="Mean over originals, as the next two.")
    rationale_tokens = serializers.FloatField(allow_null=True)
    rationale_length_ratio = serializers.FloatField(allow_null=True)


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
    blocked = serializers.BooleanField(help_text="Whether the warnings stand in the way of publishing.")
    consent = serializers.CharField(help_text="What the annotators agreed to; empty where nothing is said.")


class FieldChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Its path, such as rationale.tokens.")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class ItemChangeSerializer(serializers.Serializer[Any]):
    external_id = serializers.CharField()
    kind = serializers.ChoiceField(choices=list(KINDS))
    role = serializers.CharField()
    text = serializers.CharField()
    fields = FieldChangeSerializer(many=True)  # type: ignore[assignment]


class ComparisonSerializer(serializers.Serializer[Any]):
    """What differs from one release to another. count: how many changes of the kinds asked for there are."""

    state = serializers.ChoiceField(
        choices=["queued", "ready", "failed"], help_text="Queued: it is being made, and nothing is known yet."
    )
    error = serializers.CharField(allow_blank=True)
    older = serializers.CharField()
    newer = serializers.CharField()
    same_content = serializers.BooleanField(help_text="Whether their content hashes are equal.")
    counts = serializers.DictField(child=serializers.IntegerField())
    by_field = serializers.DictField(child=serializers.IntegerField())
    count = serializers.IntegerField()
    page = serializers.IntegerField()
    results = ItemChangeSerializer(many=True)


class ComparisonQuerySerializer(serializers.Serializer[Any]):
    older = serializers.CharField(max_length=60)
    newer = serializers.CharField(max_length=60)
    kind = serializers.ChoiceField(choices=["all", *KINDS], default="all")
    page = serializers.IntegerField(min_value=1, max_value=1_000_000, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=200, default=50)


class HeldBackReleaseSerializer(serializers.Serializer[Any]):
    """A release that scores predictions for its test part."""

    version = serializers.CharField()
    notes = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)
    items = serializers.IntegerField(help_text="In the test part.")
    size = serializers.IntegerField(help_text="Of test.jsonl, in bytes.")
    sha256 = serializers.CharField()


class NewScoringSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="A line of JSON for each test item.")
    note = serializers.CharField(allow_blank=True, default="", max_length=500)


class ScoringProblemSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(allow_null=True, help_text="From 1; null where it is about no line.")
    code = serializers.CharField()
    message = serializers.CharField()


class ScoringSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    person = PersonSerializer()
    created_at = serializers.DateTimeField()
    file = serializers.CharField()
    sha256 = serializers.CharField()
    note = serializers.CharField()
    read = serializers.IntegerField()
    scored = serializers.IntegerField()
    missing = serializers.IntegerField()
    problems = ScoringProblemSerializer(many=True)
    report = serializers.DictField(
        allow_null=True, help_text="As a run's report; null where it says too little."
    )
