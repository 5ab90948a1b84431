import pytest

from annotation_app.benchmarks.models import Benchmark
from tests.annotation_app.factories import make_benchmark, make_original, make_pair


@pytest.fixture
def benchmark() -> Benchmark:
    """One original with two perturbed items, all accepted."""
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="b-1")
    make_pair(benchmark, original, external_id="b-1-x")
    make_pair(benchmark, original, external_id="b-1-a", type="important")
    return benchmark
