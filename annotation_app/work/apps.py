from django.apps import AppConfig


class WorkConfig(AppConfig):
    name = "annotation_app.work"
    label = "work"
