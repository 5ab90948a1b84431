from django.urls import path

from annotation_app.perturbations import suggestion_views, views

ITEM = "benchmarks/<slug:slug>/items/<int:item_id>/perturbations"
ONE = "benchmarks/<slug:slug>/perturbations/<int:pk>"

urlpatterns = [
    path(ITEM, views.PerturbationsView.as_view(), name="perturbations"),
    path(f"{ITEM}/preview", views.PerturbationPreviewView.as_view(), name="perturbation_preview"),
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/suggestions",
        suggestion_views.SuggestionsView.as_view(),
        name="suggestions",
    ),
    path(
        "benchmarks/<slug:slug>/suggestions/<int:pk>",
        suggestion_views.SuggestionView.as_view(),
        name="suggestion",
    ),
    path(f"{ONE}/preview", views.ReviewPreviewView.as_view(), name="review_preview"),
    path(f"{ONE}/reviews", views.ReviewsView.as_view(), name="reviews"),
]
