from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "annotation_app.results"
    label = "results"
