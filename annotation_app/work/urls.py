from django.urls import path

from annotation_app.work import admin_views, views

BASE = "benchmarks/<slug:slug>"

urlpatterns = [
    path("notifications", views.NotificationsView.as_view(), name="notifications"),
    path(f"{BASE}/my-record", views.RecordView.as_view(), name="record"),
    path(f"{BASE}/work", views.WorkView.as_view(), name="work"),
    path(f"{BASE}/work/<str:duty>/next", views.NextView.as_view(), name="next"),
    path(f"{BASE}/assignments", admin_views.AssignmentsView.as_view(), name="assignments"),
    path(f"{BASE}/assignments/<int:pk>/take-over", admin_views.TakeOverView.as_view(), name="take_over"),
    path(f"{BASE}/assignments/<int:pk>", views.AssignmentView.as_view(), name="assignment"),
    path(f"{BASE}/assignments/<int:pk>/skip", views.SkipView.as_view(), name="skip"),
    path(f"{BASE}/assignments/<int:pk>/release", views.ReleaseView.as_view(), name="release"),
    path(f"{BASE}/items/<int:item_id>", views.ItemDetailView.as_view(), name="item"),
]
