from django.apps import AppConfig


class RationalesConfig(AppConfig):
    name = "annotation_app.rationales"
    label = "rationales"
