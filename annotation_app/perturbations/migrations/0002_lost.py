from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("perturbations", "0001_initial")]

    operations = [
        migrations.RenameField(model_name="perturbation", old_name="rejected", new_name="lost"),
        migrations.AlterField(
            model_name="perturbation",
            name="lost",
            field=models.BooleanField(
                default=False,
                help_text="Rejected in review or discarded in its rounds, so it no longer counts.",
            ),
        ),
    ]
