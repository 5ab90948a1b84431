from annotation_app.celery import app
from annotation_app.releases import building


@app.task(name="releases.build")
def build(release_id: int) -> None:
    """Build one release. Running twice is harmless: the second finds nothing queued."""
    building.build_release(release_id=release_id)


@app.task(name="releases.sweep")
def sweep() -> None:
    """Build what waits: its message was lost, or its builder died."""
    for release_id in building.resume_builds():
        building.build_release(release_id=release_id)
