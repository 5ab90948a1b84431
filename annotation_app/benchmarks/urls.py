from django.urls import path

from annotation_app.benchmarks import views

urlpatterns = [
    path("benchmarks", views.BenchmarksView.as_view(), name="benchmarks"),
    path("benchmarks/<slug:slug>", views.BenchmarkDetailView.as_view(), name="benchmark"),
    path("benchmarks/<slug:slug>/settings", views.SettingsView.as_view(), name="settings"),
    path("benchmarks/<slug:slug>/members", views.MembersView.as_view(), name="members"),
    path("benchmarks/<slug:slug>/members/<int:pk>", views.MemberView.as_view(), name="member"),
]
