"""The processes a Whybench consists of, as command lines; docker-compose.yml runs the same."""

from pathlib import Path

QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]


def commands(*, python: str, binding: str, schedule: Path, queues: dict[str, str]) -> dict[str, list[str]]:
    """Each process's name and command line.

    The web server runs as many processes as WEB_CONCURRENCY says, which gunicorn reads itself.
    binding: host:port of the web server. schedule: the file beat keeps its times in. queues: the scoring
    workers wanted, by name, each with the queues it serves ("cpu", "gpu" or "cpu,gpu").
    """
    celery = [python, "-m", "celery", "-A"]
    web = [python, "-m", "gunicorn", "annotation_app.wsgi", "-k", "gthread", "--threads", "8"]
    web += ["--graceful-timeout", "5", "--keep-alive", "65", "--no-control-socket", "-b", binding]
    beat = [*celery, "annotation_app.celery", "beat", "-l", "WARNING", "--pidfile=", "-s", str(schedule)]
    found = {"web": web, "tasks": _worker(celery, "annotation_app.celery", "web", "web"), "beat": beat}
    for name, served in queues.items():
        found[name] = _worker(celery, "worker.celery", name, served)
    return found


def _worker(celery: list[str], app: str, name: str, served: str) -> list[str]:
    return [*celery, app, "worker", "-Q", served, "-n", f"{name}@%h", "-c", "1", "-l", "INFO", *QUIET]
