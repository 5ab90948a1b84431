from django.urls import path

from annotation_app.releases import run_views, views

RELEASES = "benchmarks/<slug:slug>/releases"
urlpatterns = [
    path(RELEASES, views.ReleasesView.as_view(), name="releases"),
    path(f"{RELEASES}/preview", views.ReleasePreviewView.as_view(), name="release_preview"),
    path(f"{RELEASES}/<str:version>", views.ReleaseView.as_view(), name="release"),
    path(
        f"{RELEASES}/<str:version>/withdraw",
        views.WithdrawReleaseView.as_view(),
        name="release_withdraw",
    ),
    path(
        f"{RELEASES}/<str:version>/files/<str:name>",
        views.ReleaseFileView.as_view(),
        name="release_file",
    ),
    path(f"{RELEASES}/<str:version>/runs", run_views.ReleaseRunsView.as_view(), name="release_runs"),
    path(
        f"{RELEASES}/<str:version>/estimates",
        run_views.ReleaseEstimatesView.as_view(),
        name="release_estimates",
    ),
]
