from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def quick_clients(settings: Any) -> None:
    """Each test client builds the middleware anew, and WhiteNoise would list every static file each time."""
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def no_throttle_left_over() -> None:
    """Sign-ins that an earlier test tried don't count for this one."""
    cache.delete("throttle_sign_in_127.0.0.1")
