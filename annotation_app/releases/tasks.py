from annotation_app.celery import app
from annotation_app.releases import building, comparisons, jobs, packing
from annotation_app.releases.models import ReleaseComparison, ReleaseFormat


@app.task(name="releases.build")
def build(release_id: int) -> None:
    """Build one release. Running twice is harmless: the second finds nothing queued."""
    building.build_release(release_id=release_id)


@app.task(name="releases.make_format")
def make_format(pk: int) -> None:
    """Put a release into a format. Running twice is harmless: the second finds nothing queued."""
    packing.make_format(pk=pk)


@app.task(name="releases.make_comparison")
def make_comparison(pk: int) -> None:
    """Compare two releases. Running twice is harmless: the second finds nothing queued."""
    comparisons.make_comparison(pk=pk)


@app.task(name="releases.sweep")
def sweep() -> None:
    """Build what waits: its message was lost, or its builder died."""
    for pk in jobs.to_make(ReleaseFormat):
        packing.make_format(pk=pk)
    for pk in jobs.to_make(ReleaseComparison):
        comparisons.make_comparison(pk=pk)
    for release_id in building.resume_builds():
        building.build_release(release_id=release_id)
