from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "annotation_app.releases"
    label = "releases"
