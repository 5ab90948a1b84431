from django.apps import AppConfig


class CoreConfig(AppConfig):
    name = "annotation_app.core"
    label = "core"
