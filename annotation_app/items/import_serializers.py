from typing import Any

from rest_framework import serializers

from annotation_app.items.importing import GROUPS, IMPORTERS
from annotation_app.items.models import Import, Item
from annotation_app.items.rules import ImportMode, ImportState
from annotation_app.items.serializers import MarkedTextSerializer, WordingSerializer, marked_text

MODES = [mode.value for mode in ImportMode]
STATES = [state.value for state in ImportState]
PROBLEMS_SHOWN = 100


class ImportChoicesSerializer(serializers.Serializer[Any]):
    """What the person who imports says about a file; what is left out stays as it was."""

    format = serializers.ChoiceField(choices=sorted(IMPORTERS), required=False)
    corpus = serializers.CharField(max_length=200, required=False, allow_blank=True)
    licence = serializers.CharField(max_length=300, required=False, allow_blank=True)
    dimension = serializers.CharField(max_length=60, required=False, allow_blank=True)
    language = serializers.CharField(max_length=35, required=False, allow_blank=True)
    encoding = serializers.CharField(
        max_length=40, required=False, allow_blank=True, help_text="Confirms it; empty where it is certain."
    )
    columns = serializers.DictField(
        child=serializers.CharField(max_length=200),
        required=False,
        help_text="Of a table: which column holds the text, id, answer, language, dimension.",
    )
    mode = serializers.ChoiceField(choices=MODES, required=False)
    seed = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)


class NewImportSerializer(ImportChoicesSerializer):
    """With a format and a corpus, the file is imported at once; else it waits to be looked at."""

    file = serializers.FileField(allow_empty_file=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        given = {name for name, value in attrs.items() if name != "file" and value not in ("", {})}
        if not given:
            return attrs
        missing = [name for name in ("format", "corpus") if not attrs.get(name)]
        if missing:
            raise serializers.ValidationError({name: ["This field is required."] for name in missing})
        return attrs


class NewCheckSerializer(ImportChoicesSerializer):
    """Have a file read through; nothing is stored."""

    format = serializers.ChoiceField(choices=sorted(IMPORTERS))


class NewRunSerializer(NewCheckSerializer):
    """Have a file stored."""

    corpus = serializers.CharField(max_length=200)


class ImportProblemSerializer(serializers.Serializer[Any]):
    file = serializers.CharField(help_text="Inside an archive.", allow_blank=True)
    line = serializers.IntegerField()
    record = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


class EncodingSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    confidence = serializers.FloatField()
    certain = serializers.BooleanField(help_text="If not, somebody has to confirm it.")
    sample = serializers.CharField(help_text="How the text would read.", allow_blank=True)


class SniffedSerializer(serializers.Serializer[Any]):
    """What an upload looks like."""

    formats = serializers.ListField(child=serializers.CharField(), help_text="Likely ones first.")
    encoding = EncodingSerializer(allow_null=True)
    columns = serializers.ListField(child=serializers.CharField(), help_text="Of a table.")
    archive = serializers.BooleanField()
    files = serializers.ListField(child=serializers.CharField(), help_text="The first few inside.")
    number = serializers.IntegerField(help_text="Files inside.")
    problems = ImportProblemSerializer(many=True)


NOT_LOOKED_AT: dict[str, Any] = {
    "formats": [],
    "encoding": None,
    "columns": [],
    "archive": False,
    "files": [],
    "number": 0,
    "problems": [],
}


class SampleItemSerializer(MarkedTextSerializer):
    external_id = serializers.CharField()
    language = serializers.CharField()
    dimension = serializers.CharField()
    state = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    wording = WordingSerializer(allow_null=True)


class ProgressSerializer(serializers.Serializer[Any]):
    bytes = serializers.IntegerField()
    total = serializers.IntegerField()
    encoding = serializers.CharField(help_text="In which the file is read.")


class ImportErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()


class ImportSerializer(serializers.Serializer[Any]):
    """One upload and how far it is."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    file = serializers.CharField()
    size = serializers.IntegerField()
    format = serializers.CharField(allow_blank=True)
    corpus = serializers.CharField(allow_blank=True)
    licence = serializers.CharField(allow_blank=True)
    dimension = serializers.CharField(allow_blank=True)
    language = serializers.CharField(allow_blank=True)
    encoding = serializers.CharField(allow_blank=True)
    mode = serializers.ChoiceField(choices=MODES)
    seed = serializers.IntegerField()
    columns = serializers.DictField(child=serializers.CharField())
    wanted = serializers.DictField(child=serializers.IntegerField())
    read = serializers.IntegerField()
    stored = serializers.IntegerField(help_text="Of a check: how many would be.")
    left_out = serializers.DictField(child=serializers.IntegerField(), help_text="By code.")
    near_duplicates = serializers.IntegerField()
    phenomena = serializers.DictField(child=serializers.IntegerField())
    progress = ProgressSerializer(source="so_far")
    stopping = serializers.BooleanField()
    error = ImportErrorSerializer(allow_null=True)
    person = serializers.CharField(source="person.name", default=None, allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class ImportReportSerializer(ImportSerializer):
    """The same with its first items and the first records left out."""

    sniffed = SniffedSerializer()
    sample = SampleItemSerializer(many=True)
    problems = ImportProblemSerializer(many=True)


def import_report(report: Import) -> dict[str, Any]:
    """The body of an ImportReportSerializer."""
    body: dict[str, Any] = dict(ImportSerializer(report).data)
    rows = report.rows_left_out.order_by("number")[:PROBLEMS_SHOWN]
    body |= {
        "sniffed": SniffedSerializer(NOT_LOOKED_AT | report.sniffed).data,
        "sample": SampleItemSerializer([sample_item(one) for one in report.sample], many=True).data,
        "problems": ImportProblemSerializer(rows, many=True).data,
    }
    return body


def sample_item(kept: dict[str, Any]) -> dict[str, Any]:
    """An item of a sample as a page shows it."""
    facts = dict(kept)
    wording, line = facts.pop("wording"), facts.pop("source_line")
    item = Item(**facts)
    names = ("external_id", "language", "dimension", "state")
    shown = marked_text(item) | {name: getattr(item, name) for name in names}
    return shown | {"wording": wording, "line": line}


class FormatSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    group = serializers.ChoiceField(choices=list(GROUPS))
    dimension = serializers.CharField(allow_null=True, help_text="Of its records, unless said otherwise.")
    language = serializers.CharField(allow_null=True)
    files = serializers.ListField(child=serializers.CharField(allow_blank=True))
    folder = serializers.BooleanField(help_text="Comes as an archive of a folder.")


class FormatsSerializer(serializers.Serializer[Any]):
    formats = FormatSerializer(many=True)
    columns = serializers.ListField(child=serializers.CharField(), help_text="What a column may hold.")
    largest = serializers.IntegerField(help_text="Bytes that an upload may have.")


class NewMoreSerializer(serializers.Serializer[Any]):
    """More masks from an upload that was imported: how many of each phenomenon."""

    wanted = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=10_000), allow_empty=False
    )


class PhenomenonSerializer(serializers.Serializer[Any]):
    phenomenon = serializers.CharField()
    items = serializers.IntegerField()
    accepted = serializers.IntegerField(help_text="Whose mask was accepted.")


class SpeechPartSerializer(serializers.Serializer[Any]):
    tag = serializers.CharField(
        help_text="Universal Dependencies' where the treebank gives it, else its own."
    )
    items = serializers.IntegerField()


class CoverageSerializer(serializers.Serializer[Any]):
    """What the masks of a language's grammar items ask for."""

    language = serializers.CharField()
    items = serializers.IntegerField()
    phenomena = PhenomenonSerializer(many=True)
    parts_of_speech = SpeechPartSerializer(many=True)


class CorpusCountSerializer(serializers.Serializer[Any]):
    corpus = serializers.CharField()
    licence = serializers.CharField()
    items = serializers.IntegerField()


class GrammarCoverageSerializer(serializers.Serializer[Any]):
    languages = CoverageSerializer(many=True)
    uploads = ImportSerializer(many=True, help_text="Treebanks whose bytes are kept, to ask for more.")
