from django.urls import path

from annotation_app.runs import model_views, upload_views, views

RUNS = "benchmarks/<slug:slug>/runs"
SCORED = "benchmarks/<slug:slug>/scored-items/<int:item_id>"
urlpatterns = [
    path("health", views.HealthView.as_view(), name="api_health"),
    path("models", model_views.ModelsView.as_view(), name="models"),
    path("models/<str:name>", model_views.ModelView.as_view(), name="model"),
    path("models/<str:name>/check-ups", model_views.CheckUpsView.as_view(), name="model_check_ups"),
    path("benchmarks/<slug:slug>/overview", views.OverviewView.as_view(), name="overview"),
    path("benchmarks/<slug:slug>/estimates", views.EstimatesView.as_view(), name="estimates"),
    path("benchmarks/<slug:slug>/estimates/<int:estimate_id>", views.EstimateView.as_view(), name="estimate"),
    path(
        "benchmarks/<slug:slug>/scores-uploads",
        upload_views.ScoresUploadsView.as_view(),
        name="scores_uploads",
    ),
    path(SCORED, views.ItemScoresView.as_view(), name="item_scores"),
    path(RUNS, views.RunsView.as_view(), name="runs"),
    path(f"{RUNS}/<int:run_id>", views.RunView.as_view(), name="run"),
    path(f"{RUNS}/<int:run_id>/cancel", views.CancelRunView.as_view(), name="run_cancel"),
    path(f"{RUNS}/<int:run_id>/report", views.ReportView.as_view(), name="report"),
    path(f"{RUNS}/<int:run_id>/items", views.RunItemsView.as_view(), name="run_items"),
    path(f"{RUNS}/<int:run_id>/items/<int:item_id>", views.RunItemView.as_view(), name="run_item"),
]
