from django.apps import AppConfig


class ItemsConfig(AppConfig):
    name = "annotation_app.items"
    label = "items"
