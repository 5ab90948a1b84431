import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_app.settings")
application = get_wsgi_application()


def warm_up() -> None:
    """Load the tokenisers beside the first requests, so that nobody who rewords a text waits for them."""
    from annotation_app.items.tokenising import tokenise

    for language in ("en", "zh"):
        tokenise("a", language)


Thread(target=warm_up, daemon=True).start()
