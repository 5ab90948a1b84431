import pytest

from tests.annotation_app.factories import make_benchmark, make_member, make_original, make_pair


@pytest.fixture
def benchmark():
    return make_benchmark("capitals", methods=["attention"])


@pytest.fixture
def pair(benchmark):
    return make_pair(benchmark, make_original(benchmark, external_id="one"), external_id="one-d")


@pytest.fixture
def admin(benchmark):
    return make_member(benchmark, "admin")
