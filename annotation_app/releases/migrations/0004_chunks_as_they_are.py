from django.db import migrations

COLUMN = "ALTER TABLE releases_releasechunk ALTER COLUMN content SET STORAGE"


class Migration(migrations.Migration):
    """Keep chunks without compressing them: it took longer than all else that storing them takes.

    Chunks that are there already stay readable as they are.
    """

    dependencies = [
        ("releases", "0003_formats"),
    ]

    operations = [
        migrations.RunSQL(sql=f"{COLUMN} EXTERNAL", reverse_sql=f"{COLUMN} EXTENDED"),
    ]
