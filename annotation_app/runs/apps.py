from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "annotation_app.runs"
    label = "runs"
