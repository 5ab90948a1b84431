from annotation_app.celery import app
from annotation_app.items.importing import jobs, working


@app.task(name=jobs.TASK)
def work_on_import(import_id: int) -> None:
    """Check or store one upload. Running twice is harmless: the second finds it taken or done."""
    working.work_on(import_id)


@app.task(name="items.sweep_imports")
def sweep_imports() -> None:
    """Go on with what waits: its message was lost, or its worker died."""
    jobs.forget_old_uploads()
    for import_id in jobs.unfinished():
        working.work_on(import_id)
