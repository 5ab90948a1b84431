from django.urls import path

from annotation_app.items import views

urlpatterns = [
    path("benchmarks/<slug:slug>/imports", views.ImportsView.as_view(), name="imports"),
    path("benchmarks/<slug:slug>/items", views.ItemsView.as_view(), name="items"),
    path("benchmarks/<slug:slug>/flags", views.FlagsView.as_view(), name="flags"),
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/flags",
        views.ItemFlagsView.as_view(),
        name="item_flags",
    ),
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/history",
        views.ItemHistoryView.as_view(),
        name="item_history",
    ),
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/mask-proposals",
        views.MaskProposalsView.as_view(),
        name="mask_proposals",
    ),
    path(
        "benchmarks/<slug:slug>/items/<int:item_id>/mask-ratings",
        views.MaskRatingsView.as_view(),
        name="mask_ratings",
    ),
]
