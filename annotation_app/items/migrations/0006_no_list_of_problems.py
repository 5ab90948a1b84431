from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("items", "0005_problems_as_rows")]

    operations = [migrations.RemoveField(model_name="import", name="problems")]
