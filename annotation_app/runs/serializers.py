from typing import Any

from rest_framework import serializers

from annotation_app.accounts.serializers import PersonSerializer
from annotation_app.items.rules import State
from annotation_app.items.serializers import TaskItemSerializer
from annotation_app.runs.rules import Kind, RowState, RunState
from worker.types import Scale


class ReasonSerializer(serializers.Serializer[Any]):
    """Why something came to nothing."""

    code = serializers.CharField()
    message = serializers.CharField()


class RowCountsSerializer(serializers.Serializer[Any]):
    """How many items of a run are in each state."""

    queued = serializers.IntegerField()
    sent = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()


class DeviationSerializer(serializers.Serializer[Any]):
    """Half precision beside float32: a Deviation of worker.types."""

    items = serializers.IntegerField()
    same_top1 = serializers.FloatField(allow_null=True)
    probability = serializers.FloatField(allow_null=True)
    top_tokens = serializers.FloatField(allow_null=True)
    correlation = serializers.FloatField(allow_null=True)


class ScopeSerializer(serializers.Serializer[Any]):
    """Which pairs were asked for; what is left out was not narrowed."""

    release = serializers.CharField(default="")
    release_sha256 = serializers.CharField(default="", help_text="Of its items.jsonl.")
    dimensions = serializers.ListField(child=serializers.CharField(), default=list)
    languages = serializers.ListField(child=serializers.CharField(), default=list)
    types = serializers.ListField(child=serializers.CharField(), default=list)


class UploadOfRunSerializer(serializers.Serializer[Any]):
    """Where an external run's scores come from."""

    id = serializers.IntegerField()
    file = serializers.CharField()
    form = serializers.CharField()
    sha256 = serializers.CharField()
    note = serializers.CharField()
    person = PersonSerializer()
    missing = serializers.IntegerField()


class RunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    model = serializers.CharField(source="model_name")
    revision = serializers.CharField()
    method = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    state = serializers.ChoiceField(choices=[state.value for state in RunState])
    queue = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    counts = RowCountsSerializer()
    pairs = serializers.IntegerField(source="pair_count")
    rate_per_second = serializers.FloatField(source="progress.rate", allow_null=True)
    seconds_left = serializers.FloatField(source="progress.seconds_left", allow_null=True)
    scope = ScopeSerializer()
    dtype = serializers.CharField()
    deviation = DeviationSerializer(allow_null=True)
    upload = UploadOfRunSerializer(allow_null=True, help_text="Of external runs.")
    error = ReasonSerializer(allow_null=True)


class SplitSerializer(serializers.Serializer[Any]):
    """One number over all inputs, the originals, and the perturbed."""

    all = serializers.FloatField(allow_null=True)
    original = serializers.FloatField(allow_null=True)
    perturbed = serializers.FloatField(allow_null=True)


class IntervalField(serializers.ListField):
    """[low, high] of a 95 % bootstrap interval."""

    child = serializers.FloatField()

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, allow_null=True, **options)


class ReportRowSerializer(serializers.Serializer[Any]):
    """The metrics of one group of pairs, as fractions; language and dimension may be "all"."""

    language = serializers.CharField()
    dimension = serializers.CharField()
    originals = serializers.IntegerField()
    perturbed = serializers.IntegerField()
    pairs = serializers.IntegerField()
    top1 = SplitSerializer()
    top3 = SplitSerializer()
    token_f1 = SplitSerializer()
    map = serializers.FloatField(allow_null=True)
    map_at_k = serializers.FloatField(allow_null=True)
    map_aligned = serializers.FloatField(allow_null=True)
    map_star = serializers.FloatField(allow_null=True, help_text="MAP over the pairs that have a PCC.")
    pcc = serializers.FloatField(allow_null=True)
    undefined = serializers.DictField(child=serializers.IntegerField())
    missing = serializers.DictField(child=serializers.IntegerField())
    unknown_answers = serializers.IntegerField()
    multi_piece_answers = serializers.IntegerField()
    intervals = serializers.DictField(child=IntervalField())


class RatioSerializer(serializers.Serializer[Any]):
    """The mean share of an original's tokens that its rationale marks."""

    language = serializers.CharField()
    dimension = serializers.CharField()
    ratio = serializers.FloatField()
    items = serializers.IntegerField()


class CompletenessSerializer(serializers.Serializer[Any]):
    """How far the saliencies miss the completeness axiom, relative."""

    median = serializers.FloatField()
    maximum = serializers.FloatField()
    share_above_5_percent = serializers.FloatField()


class ReportSerializer(serializers.Serializer[Any]):
    metric_version = serializers.CharField()
    rows = ReportRowSerializer(many=True)
    ratios = RatioSerializer(many=True)
    counts = serializers.DictField(child=serializers.IntegerField())
    completeness = CompletenessSerializer(allow_null=True)
    settings = serializers.DictField()
    recipe = serializers.DictField(help_text="All that is needed to get the same numbers again.")


class RunItemNameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    external_id = serializers.CharField()
    role = serializers.CharField()
    dimension = serializers.CharField()
    language = serializers.CharField()


class RunItemSerializer(serializers.Serializer[Any]):
    item = RunItemNameSerializer()
    state = serializers.ChoiceField(choices=[state.value for state in RowState])
    error = ReasonSerializer(allow_null=True)
    top1 = serializers.BooleanField(allow_null=True)
    top3 = serializers.BooleanField(allow_null=True)
    token_f1 = serializers.FloatField(allow_null=True)


class CandidateSerializer(serializers.Serializer[Any]):
    answer = serializers.CharField()
    pieces = serializers.ListField(child=serializers.IntegerField())
    probability = serializers.FloatField(allow_null=True)


class PredictionSerializer(serializers.Serializer[Any]):
    candidates = CandidateSerializer(many=True)
    answer_pieces = serializers.ListField(child=serializers.IntegerField())
    answer_probability = serializers.FloatField(allow_null=True)
    answer_rank = serializers.IntegerField(allow_null=True)
    top1 = serializers.BooleanField()
    top3 = serializers.BooleanField(allow_null=True)
    unknown_answer = serializers.BooleanField()


class SaliencySerializer(serializers.Serializer[Any]):
    scores = serializers.ListField(child=serializers.FloatField(), help_text="One a token, signed, raw.")
    mask_and_special_mass = serializers.FloatField(allow_null=True)
    completeness_gap = serializers.FloatField(allow_null=True)
    relative_gap = serializers.FloatField(allow_null=True)
    target = serializers.ListField(child=serializers.IntegerField())
    points = serializers.IntegerField(allow_null=True, default=None)
    scale = serializers.ChoiceField(
        choices=[scale.value for scale in Scale],
        default=Scale.SCORES.value,
        help_text="What the numbers mean; of all but scores only the order counts.",
    )


class ScoredItemSerializer(serializers.Serializer[Any]):
    """An item with its rationale and what the model and method made of it."""

    item = TaskItemSerializer()
    state = serializers.ChoiceField(choices=[state.value for state in RowState])
    error = ReasonSerializer(allow_null=True)
    rationale = serializers.ListField(child=serializers.IntegerField())
    prediction = PredictionSerializer(allow_null=True)
    saliency = SaliencySerializer(allow_null=True)
    extracted = serializers.ListField(
        child=serializers.IntegerField(), help_text="The model's rationale, best token first."
    )


class CounterpartSerializer(ScoredItemSerializer):
    """The other half of the pair. links: [original token, perturbed token]."""

    type = serializers.CharField()
    links = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class ScoredPairSerializer(ScoredItemSerializer):
    counterpart = CounterpartSerializer(allow_null=True)


class GroupStatesSerializer(serializers.Serializer[Any]):
    dimension = serializers.CharField()
    language = serializers.CharField()
    states = serializers.DictField(child=serializers.IntegerField())


class PerturbationCountsSerializer(serializers.Serializer[Any]):
    type = serializers.CharField()
    accepted = serializers.IntegerField()
    waiting = serializers.IntegerField()
    rejected = serializers.IntegerField()
    quota = serializers.IntegerField()


class WorkDoneSerializer(serializers.Serializer[Any]):
    person = PersonSerializer()
    roles = serializers.ListField(child=serializers.CharField())
    done = serializers.DictField(child=serializers.IntegerField())


class RoundsSerializer(serializers.Serializer[Any]):
    accepted_by_round = serializers.DictField(child=serializers.IntegerField())
    discarded = serializers.IntegerField()


class WorkerStatusSerializer(serializers.Serializer[Any]):
    alive = serializers.BooleanField()
    last_seen = serializers.DateTimeField(allow_null=True)


class OverviewSerializer(serializers.Serializer[Any]):
    states = serializers.DictField(
        child=serializers.IntegerField(), help_text=f"Items by state: {', '.join(State)}."
    )
    by_dimension = GroupStatesSerializer(many=True)
    perturbations = PerturbationCountsSerializer(many=True)
    finished_pairs = serializers.IntegerField()
    people = WorkDoneSerializer(many=True)
    rounds = RoundsSerializer()
    worker = WorkerStatusSerializer()


class HealthSerializer(serializers.Serializer[Any]):
    broker = serializers.BooleanField()
    tasks = serializers.BooleanField(help_text="A worker answers that builds releases and records scores.")
    scoring = serializers.BooleanField(help_text="A worker answers that scores instances.")
    queues = serializers.ListField(
        child=serializers.CharField(), help_text="Those of cpu and gpu that a worker serves."
    )
