from django.urls import path

from annotation_app.rationales import views

urlpatterns = [
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/rationales",
        views.RationalesView.as_view(),
        name="rationales",
    ),
    path("benchmarks/<slug:slug>/items/<int:item_id>/draft", views.DraftView.as_view(), name="draft"),
    path("benchmarks/<slug:slug>/rationales/<int:pk>/scores", views.ScoresView.as_view(), name="scores"),
]
