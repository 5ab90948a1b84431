from collections import Counter

from django.db import migrations


def to_rows(apps, schema_editor):
    Import = apps.get_model("items", "Import")
    LeftOut = apps.get_model("items", "LeftOut")
    for row in Import.objects.exclude(problems=[]).iterator():
        LeftOut.objects.bulk_create(
            LeftOut(
                brought_in=row,
                number=number,
                line=problem["line"],
                record=problem["record"][:200],
                code=problem["code"],
                message=problem["message"],
            )
            for number, problem in enumerate(row.problems)
        )
        row.left_out = Counter(problem["code"] for problem in row.problems)
        row.save(update_fields=["left_out"])


def to_list(apps, schema_editor):
    Import = apps.get_model("items", "Import")
    LeftOut = apps.get_model("items", "LeftOut")
    for row in Import.objects.iterator():
        found = LeftOut.objects.filter(brought_in=row).order_by("number")
        row.problems = list(found.values("line", "record", "code", "message"))
        row.save(update_fields=["problems"])


class Migration(migrations.Migration):
    dependencies = [("items", "0004_imports_as_jobs_and_wording")]

    operations = [migrations.RunPython(to_rows, to_list)]
