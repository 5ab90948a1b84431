from typing import Any

from rest_framework import serializers

from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.results.comparing import TEST
from annotation_app.results.figures import HISTOGRAMS
from annotation_app.results.pairs import ORDERS
from annotation_app.results.rules import Filters, check_range
from annotation_app.runs.rules import Kind, RunState
from annotation_app.runs.serializers import IntervalField, ReasonSerializer, ReportRowSerializer
from worker.metrics.differences import PAIRED, POOLED
from worker.reporting.points import PANELS

FORMS = ("csv", "tex", "md")
DIRECTIONS = [f"{sign}{name}" for name in ORDERS for sign in ("", "-")]


class FiltersSerializer(serializers.Serializer[Any]):
    """Which pairs to look at; what is left out lets everything pass."""

    release = serializers.CharField(required=False, allow_blank=True, help_text="Only runs over it.")
    language = serializers.CharField(required=False, allow_blank=True)
    dimension = serializers.CharField(required=False, allow_blank=True)
    type = serializers.ChoiceField(choices=PERTURBATION_TYPES, required=False, allow_blank=True)
    ratio_from = serializers.FloatField(
        required=False, min_value=0, max_value=1, help_text="Of the original's rationale length ratio."
    )
    ratio_to = serializers.FloatField(
        required=False, min_value=0, max_value=1, help_text="Not itself, unless it is 1."
    )

    def filters(self) -> Filters:
        """What was asked for, once it is valid. Raises Invalid for an empty range."""
        asked = {name: value for name, value in self.validated_data.items() if name in Filters._fields}
        found = Filters(**asked)
        check_range(found.ratio_from, found.ratio_to)
        return found


class PairsQuerySerializer(FiltersSerializer):
    order = serializers.ChoiceField(
        choices=DIRECTIONS, required=False, default="name", help_text="Pairs without a value come last."
    )


class ComparisonOfRunsQuerySerializer(FiltersSerializer):
    a = serializers.IntegerField(help_text="A run.")
    b = serializers.IntegerField(help_text="The run that it is compared with.")


class SystemRunSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    model = serializers.CharField()
    revision = serializers.CharField()
    method = serializers.CharField()
    dtype = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    state = serializers.ChoiceField(choices=[state.value for state in RunState])
    created_at = serializers.DateTimeField()
    release = serializers.CharField(allow_blank=True)


class ChangeSerializer(serializers.Serializer[Any]):
    """The perturbed inputs less the originals, as a fraction."""

    value = serializers.FloatField(allow_null=True)
    interval = IntervalField()


class ChangesSerializer(serializers.Serializer[Any]):
    top1 = ChangeSerializer()
    top3 = ChangeSerializer()
    token_f1 = ChangeSerializer()


class SystemSerializer(serializers.Serializer[Any]):
    """A run as a system: its numbers over the pairs that pass, null without one.

    state: waiting while its pairs are being counted. current: whether it holds all that came back.
    """

    run = SystemRunSerializer()
    state = serializers.ChoiceField(choices=["ready", "waiting", "failed"])
    current = serializers.BooleanField()
    error = ReasonSerializer(allow_null=True)
    row = ReportRowSerializer(allow_null=True)
    changes = ChangesSerializer(allow_null=True)


class ChoicesSerializer(serializers.Serializer[Any]):
    languages = serializers.ListField(child=serializers.CharField())
    dimensions = serializers.ListField(child=serializers.CharField())
    types = serializers.ListField(child=serializers.CharField())
    releases = serializers.ListField(child=serializers.CharField())


class LeaderboardSerializer(serializers.Serializer[Any]):
    choices = ChoicesSerializer()
    systems = SystemSerializer(many=True)
    recipe = serializers.CharField()


class BehindSerializer(serializers.Serializer[Any]):
    """The pairs that a number was counted from; an empty word narrows nothing."""

    run = serializers.IntegerField()
    language = serializers.CharField(allow_blank=True)
    dimension = serializers.CharField(allow_blank=True)
    type = serializers.CharField(allow_blank=True)
    metric = serializers.CharField()


class CellSerializer(serializers.Serializer[Any]):
    """text: as a reader sees it, its interval in brackets. value: a number as a fraction, or a word."""

    text = serializers.CharField()
    value = serializers.JSONField(allow_null=True)
    interval = IntervalField()
    behind = BehindSerializer(allow_null=True)


class TableSerializer(serializers.Serializer[Any]):
    """heads: how many leading columns name the row."""

    number = serializers.IntegerField()
    slug = serializers.CharField()
    title = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    heads = serializers.IntegerField()
    note = serializers.CharField()
    recipe = serializers.CharField()
    rows = serializers.ListField(child=CellSerializer(many=True))


class TablesSerializer(serializers.Serializer[Any]):
    tables = TableSerializer(many=True)
    waiting = serializers.IntegerField(help_text="Systems that are still being counted and are not in yet.")


class RatioPointSerializer(serializers.Serializer[Any]):
    """A language and dimension of one system in figure 1; items: originals."""

    run = serializers.IntegerField()
    metric = serializers.ChoiceField(choices=[name for name, _ in PANELS])
    language = serializers.CharField()
    dimension = serializers.CharField()
    ratio = serializers.FloatField()
    value = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    items = serializers.IntegerField()


class AccuracyPairSerializer(serializers.Serializer[Any]):
    run = serializers.IntegerField()
    metric = serializers.ChoiceField(choices=["top1", "top3"])
    original = serializers.FloatField(allow_null=True)
    perturbed = serializers.FloatField(allow_null=True)
    change = ChangeSerializer()
    originals = serializers.IntegerField()
    perturbed_inputs = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer[Any]):
    ratio_points = RatioPointSerializer(many=True)
    accuracy = AccuracyPairSerializer(many=True)
    waiting = serializers.IntegerField(help_text="Systems that are still being counted and are not in yet.")
    recipe = serializers.CharField()


class HistogramSerializer(serializers.Serializer[Any]):
    """counts: one fewer than bounds. none: inputs or pairs without a value."""

    metric = serializers.ChoiceField(choices=HISTOGRAMS)
    bounds = serializers.ListField(child=serializers.FloatField())
    counts = serializers.ListField(child=serializers.IntegerField())
    mean = serializers.FloatField(allow_null=True)
    none = serializers.IntegerField()


class ScatterPointSerializer(serializers.Serializer[Any]):
    """An original. tokens: of its human rationale."""

    item = serializers.IntegerField()
    ratio = serializers.FloatField()
    tokens = serializers.IntegerField()
    token_f1 = serializers.FloatField()


class ScatterSerializer(serializers.Serializer[Any]):
    points = ScatterPointSerializer(many=True)
    of = serializers.IntegerField(help_text="How many originals the points are a sample of.")


class ConfusedAnswerSerializer(serializers.Serializer[Any]):
    golden = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    inputs = serializers.IntegerField()


class DistributionsSerializer(serializers.Serializer[Any]):
    histograms = HistogramSerializer(many=True)
    scatter = ScatterSerializer()
    confusion = ConfusedAnswerSerializer(many=True)
    recipe = serializers.CharField()


class ComparedMetricSerializer(serializers.Serializer[Any]):
    """difference: b less a. reason: why there is no p: nothing_common, no_difference, or empty."""

    metric = serializers.ChoiceField(choices=[*POOLED, *PAIRED])
    a = serializers.FloatField(allow_null=True)
    b = serializers.FloatField(allow_null=True)
    difference = serializers.FloatField(allow_null=True)
    interval = IntervalField()
    test = serializers.ChoiceField(choices=[TEST])
    p = serializers.FloatField(allow_null=True)
    originals = serializers.IntegerField()
    values = serializers.IntegerField(help_text="Inputs or pairs that were compared.")
    reason = serializers.CharField(allow_blank=True)


class TwoRunsSerializer(serializers.Serializer[Any]):
    metrics = ComparedMetricSerializer(many=True)
    recipe = serializers.CharField()


class NamedItemSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    external_id = serializers.CharField()


class ResultPairSerializer(serializers.Serializer[Any]):
    """A pair with its values in one run; null where one does not exist."""

    original = NamedItemSerializer()
    perturbed = NamedItemSerializer()
    language = serializers.CharField()
    dimension = serializers.CharField()
    type = serializers.CharField()
    ratio = serializers.FloatField()
    top1_original = serializers.BooleanField(allow_null=True)
    top1_perturbed = serializers.BooleanField(allow_null=True)
    top3_original = serializers.BooleanField(allow_null=True)
    top3_perturbed = serializers.BooleanField(allow_null=True)
    token_f1_original = serializers.FloatField(allow_null=True)
    token_f1_perturbed = serializers.FloatField(allow_null=True)
    map = serializers.FloatField(allow_null=True)
    map_at_k = serializers.FloatField(allow_null=True)
    map_aligned = serializers.FloatField(allow_null=True)
    pcc = serializers.FloatField(allow_null=True)
