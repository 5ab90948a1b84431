from django.urls import path

from annotation_app.accounts import views

urlpatterns = [
    path("session", views.SessionView.as_view(), name="session"),
    path("session/password", views.PasswordView.as_view(), name="password"),
    path("people", views.PeopleView.as_view(), name="people"),
    path("people/<int:pk>/retire", views.RetireView.as_view(), name="retire"),
    path("tokens", views.TokenView.as_view(), name="tokens"),
]
