import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation_app.runs.models import LanguageModel
from worker.revisions import folder_revision

ROOT = Path(__file__).resolve().parents[3]
MODELS = ROOT / "fixtures/models"

pytestmark = pytest.mark.django_db


def test_bundled_models_are_pinned_by_the_revision_a_worker_finds():
    call_command("register_models")
    pinned = dict(LanguageModel.objects.values_list("name", "revision"))
    assert pinned == {name: folder_revision(MODELS / name) for name in ("mini-mlm-en", "mini-mlm-zh")}


def test_a_folder_that_is_not_whole_is_named(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    shutil.copytree(MODELS / "mini-mlm-en", tmp_path / "fixtures/models/mini-mlm-en")
    (tmp_path / "fixtures/models/mini-mlm-en/model.safetensors").unlink()
    with pytest.raises(CommandError, match="mini-mlm-en is not whole: the folder has no weights"):
        call_command("register_models")
    assert not LanguageModel.objects.exists()
