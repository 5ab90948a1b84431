from typing import Any

from rest_framework import serializers

from annotation_app.items.rules import Duty
from annotation_app.items.serializers import TaskItemSerializer, WordingSerializer
from annotation_app.perturbations.serializers import (
    LinksField,
    ProjectionSerializer,
    ReviewSerializer,
    VersionSerializer,
)
from annotation_app.rationales.serializers import (
    DraftSerializer,
    RationaleSerializer,
    TokenCommentSerializer,
)

DUTIES = [duty.value for duty in Duty]


class DutyCountSerializer(serializers.Serializer[Any]):
    duty = serializers.ChoiceField(choices=DUTIES)
    waiting = serializers.IntegerField(help_text="Items the person could take now; 100 means 100 or more.")
    mine = serializers.IntegerField(help_text="Places the person holds.")


class WorkSerializer(serializers.Serializer[Any]):
    duties = DutyCountSerializer(many=True)
    next_free_at = serializers.DateTimeField(
        allow_null=True, help_text="When the first running lease ends and a place may come free."
    )


class NotificationSerializer(DutyCountSerializer):
    benchmark = serializers.CharField()
    title = serializers.CharField()


class NextSerializer(serializers.Serializer[Any]):
    dimension = serializers.CharField(required=False, allow_blank=True, default="")
    language = serializers.CharField(required=False, allow_blank=True, default="")
    after = serializers.IntegerField(required=False, allow_null=True, default=None)


class SkipSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=1000)


class AssignmentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    duty = serializers.ChoiceField(choices=DUTIES)
    turn = serializers.IntegerField()
    lease_until = serializers.DateTimeField()


class MaskTaskSerializer(serializers.Serializer[Any]):
    proposal = serializers.IntegerField()
    attempt = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    golden_answer = serializers.CharField()
    answer_elsewhere = serializers.BooleanField(help_text="The answer also occurs elsewhere in the text.")


class GivenScoreSerializer(serializers.Serializer[Any]):
    scorer = serializers.CharField(help_text="A number, not a name: “Senior 1”.")
    sufficiency = serializers.IntegerField()
    compactness = serializers.IntegerField()
    comment = serializers.CharField()
    token_comments = TokenCommentSerializer(many=True)


class PreviousRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    tokens = serializers.ListField(child=serializers.IntegerField())
    scores = GivenScoreSerializer(many=True)


class PerturbationTaskSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    type = serializers.CharField()
    note = serializers.CharField()
    original = TaskItemSerializer()
    original_rationale = serializers.ListField(child=serializers.IntegerField())
    versions = VersionSerializer(many=True)
    reviews = ReviewSerializer(many=True, help_text="Only told to the senior who settles a split.")
    links = LinksField()


class ScaleValueSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name, not this field's label


class ScalesSerializer(serializers.Serializer[Any]):
    mask_confidence = ScaleValueSerializer(many=True)
    sufficiency = ScaleValueSerializer(many=True)
    compactness = ScaleValueSerializer(many=True)


class TaskSerializer(serializers.Serializer[Any]):
    """Everything a page needs for one piece of work, and nothing that others have judged."""

    assignment = AssignmentSerializer()
    item = TaskItemSerializer()
    guideline = serializers.CharField(allow_blank=True)
    wording = WordingSerializer(allow_null=True, help_text="What the importer was not sure how to word.")
    mask = MaskTaskSerializer(allow_null=True)
    rationale = RationaleSerializer(allow_null=True, help_text="What is to be scored or was not accepted.")
    previous = PreviousRoundSerializer(allow_null=True, help_text="In a modification: the last round.")
    suggestion = ProjectionSerializer(
        allow_null=True, help_text="The original's rationale seen in a perturbed text."
    )
    draft = DraftSerializer(allow_null=True, help_text="The person's own, from an earlier visit.")
    perturbation = PerturbationTaskSerializer(allow_null=True)
    perturbations_by_type = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Accepted or waiting so far, by type."
    )
    scales = ScalesSerializer()
    rounds = serializers.IntegerField(help_text="Scoring rounds in all.")


class AssignRequestSerializer(serializers.Serializer[Any]):
    duty = serializers.ChoiceField(choices=DUTIES)
    username = serializers.CharField(max_length=150)
    items = serializers.ListField(child=serializers.IntegerField(), min_length=1, max_length=1000)
    days = serializers.IntegerField(
        min_value=1,
        max_value=90,
        required=False,
        allow_null=True,
        default=None,
        help_text="Reserve the places for so many days; by default a lease as usual.",
    )
    preview = serializers.BooleanField(default=False, help_text="Only look who would be left out and why.")


class ObstacleSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    external_id = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class AssignedSerializer(serializers.Serializer[Any]):
    assigned = serializers.ListField(child=serializers.IntegerField())
    obstacles = ObstacleSerializer(many=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """A place as an admin sees it: who holds, held or passed on what."""

    id = serializers.IntegerField()
    item = serializers.IntegerField(source="item_id")
    external_id = serializers.CharField(source="item.external_id")
    person = serializers.CharField(source="person.name")
    username = serializers.CharField(source="person.username")
    duty = serializers.ChoiceField(choices=DUTIES)
    turn = serializers.IntegerField()
    state = serializers.CharField()
    lease_until = serializers.DateTimeField()
    reason = serializers.CharField()
    updated_at = serializers.DateTimeField()


class TakeOverSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=1000)


class DoneSerializer(serializers.Serializer[Any]):
    duty = serializers.ChoiceField(choices=DUTIES)
    number = serializers.IntegerField()


class RationalesRecordSerializer(serializers.Serializer[Any]):
    submitted = serializers.IntegerField()
    accepted = serializers.IntegerField()
    returned = serializers.IntegerField()
    discarded = serializers.IntegerField()


class WeekSerializer(serializers.Serializer[Any]):
    week = serializers.DateField(help_text="Its Monday.")
    decided = serializers.IntegerField()
    accepted = serializers.IntegerField()


class MaskAgreementSerializer(serializers.Serializer[Any]):
    rated = serializers.IntegerField()
    with_majority = serializers.IntegerField()


class ScoreAgreementSerializer(serializers.Serializer[Any]):
    scored = serializers.IntegerField()
    sufficiency_equal = serializers.IntegerField()
    compactness_equal = serializers.IntegerField()


class PerturbationsRecordSerializer(serializers.Serializer[Any]):
    made = serializers.IntegerField()
    accepted = serializers.IntegerField()
    rejected = serializers.IntegerField()


class RecordSerializer(serializers.Serializer[Any]):
    """What the person did and how it fared; only of stages that are decided."""

    done = DoneSerializer(many=True)
    rationales = RationalesRecordSerializer()
    accepted_share = WeekSerializer(many=True)
    mask_agreement = MaskAgreementSerializer(allow_null=True)
    score_agreement = ScoreAgreementSerializer(allow_null=True)
    perturbations = PerturbationsRecordSerializer()
