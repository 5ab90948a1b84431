from django.urls import path

from annotation_app.items import import_views, views

BASE = "benchmarks/<slug:slug>"

urlpatterns = [
    path(f"{BASE}/imports", import_views.ImportsView.as_view(), name="imports"),
    path(f"{BASE}/imports/formats", import_views.FormatsView.as_view(), name="import_formats"),
    path(f"{BASE}/imports/<int:pk>", import_views.ImportView.as_view(), name="import"),
    path(f"{BASE}/imports/<int:pk>/check", import_views.ImportCheckView.as_view(), name="import_check"),
    path(f"{BASE}/imports/<int:pk>/run", import_views.ImportRunView.as_view(), name="import_run"),
    path(f"{BASE}/imports/<int:pk>/cancel", import_views.ImportCancelView.as_view(), name="import_cancel"),
    path(f"{BASE}/imports/<int:pk>/more", import_views.ImportMoreView.as_view(), name="import_more"),
    path(f"{BASE}/imports/<int:pk>/left-out", import_views.ImportLeftOutView.as_view(), name="left_out"),
    path(
        f"{BASE}/imports/<int:pk>/report", import_views.ImportReportFileView.as_view(), name="import_report"
    ),
    path(f"{BASE}/coverage", import_views.CoverageView.as_view(), name="coverage"),
    path(f"{BASE}/corpora", import_views.CorporaView.as_view(), name="corpora"),
    path(f"{BASE}/items/<int:item_id>/wording", views.WordingView.as_view(), name="wording"),
    path(
        f"{BASE}/items/<int:item_id>/wording/preview",
        views.WordingPreviewView.as_view(),
        name="wording_preview",
    ),
    path(f"{BASE}/items", views.ItemsView.as_view(), name="items"),
    path(f"{BASE}/flags", views.FlagsView.as_view(), name="flags"),
    path(
        f"{BASE}/items/<int:item_id>/flags",
        views.ItemFlagsView.as_view(),
        name="item_flags",
    ),
    path(
        f"{BASE}/items/<int:item_id>/history",
        views.ItemHistoryView.as_view(),
        name="item_history",
    ),
    path(
        f"{BASE}/items/<int:item_id>/mask-proposals",
        views.MaskProposalsView.as_view(),
        name="mask_proposals",
    ),
    path(
        f"{BASE}/items/<int:item_id>/mask-ratings",
        views.MaskRatingsView.as_view(),
        name="mask_ratings",
    ),
]
