from django.urls import path

from annotation_app.accounts import views

urlpatterns = [
    path("session", views.SessionView.as_view(), name="session"),
    path("tokens", views.TokenView.as_view(), name="tokens"),
]
