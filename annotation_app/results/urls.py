from django.urls import path

from annotation_app.results import views

RESULTS = "benchmarks/<slug:slug>/results"
urlpatterns = [
    path(RESULTS, views.LeaderboardView.as_view(), name="results"),
    path(f"{RESULTS}/tables", views.PaperTablesView.as_view(), name="results_tables"),
    path(
        f"{RESULTS}/tables/<slug:table>/<slug:form>",
        views.TableFileView.as_view(),
        name="results_table_file",
    ),
    path(f"{RESULTS}/figures", views.FiguresView.as_view(), name="results_figures"),
    path(f"{RESULTS}/comparison", views.TwoRunsView.as_view(), name="results_comparison"),
    path(
        f"{RESULTS}/runs/<int:run_id>/distributions",
        views.DistributionsView.as_view(),
        name="results_distributions",
    ),
    path(f"{RESULTS}/runs/<int:run_id>/pairs", views.ResultPairsView.as_view(), name="results_pairs"),
]
