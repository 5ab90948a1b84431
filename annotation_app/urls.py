"""Where everything is: the API under /api/, its documents, health, and the front end for the rest."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from annotation_app.core.views import FrontEndView, HealthView

handler404 = "annotation_app.core.problems.not_found"
handler500 = "annotation_app.core.problems.server_error"

urlpatterns = [
    path("healthz", HealthView.as_view(), name="health"),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("api/", include("annotation_app.accounts.urls")),
    path("api/", include("annotation_app.benchmarks.urls")),
    path("api/", include("annotation_app.items.urls")),
    path("api/", include("annotation_app.rationales.urls")),
    path("api/", include("annotation_app.perturbations.urls")),
    path("api/", include("annotation_app.work.urls")),
    path("api/", include("annotation_app.runs.urls")),
    path("api/", include("annotation_app.releases.urls")),
    path("api/", include("annotation_app.results.urls")),
    # An unknown address under /api/ is a 404 of the API, never the front end's page.
    re_path(r"^(?!api/|static/|healthz).*$", FrontEndView.as_view(), name="front_end"),
]
