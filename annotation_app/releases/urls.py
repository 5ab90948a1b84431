from django.urls import path

from annotation_app.releases import compare_views, format_views, run_views, scoring_views, views

RELEASES = "benchmarks/<slug:slug>/releases"
urlpatterns = [
    path(RELEASES, views.ReleasesView.as_view(), name="releases"),
    path(f"{RELEASES}/preview", views.ReleasePreviewView.as_view(), name="release_preview"),
    path(f"{RELEASES}/held-back", scoring_views.HeldBackReleasesView.as_view(), name="held_back_releases"),
    path(f"{RELEASES}/compare", compare_views.ComparisonView.as_view(), name="releases_compare"),
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
    path(
        f"{RELEASES}/<str:version>/formats",
        format_views.ReleaseFormatsView.as_view(),
        name="release_formats",
    ),
    path(
        f"{RELEASES}/<str:version>/formats/<str:name>",
        format_views.ReleaseFormatView.as_view(),
        name="release_format",
    ),
    path(
        f"{RELEASES}/<str:version>/test-inputs",
        scoring_views.TestInputsView.as_view(),
        name="release_test_inputs",
    ),
    path(f"{RELEASES}/<str:version>/scorings", scoring_views.ScoringsView.as_view(), name="scorings"),
    path(f"{RELEASES}/<str:version>/runs", run_views.ReleaseRunsView.as_view(), name="release_runs"),
    path(
        f"{RELEASES}/<str:version>/estimates",
        run_views.ReleaseEstimatesView.as_view(),
        name="release_estimates",
    ),
]
