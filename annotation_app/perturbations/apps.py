from django.apps import AppConfig


class PerturbationsConfig(AppConfig):
    name = "annotation_app.perturbations"
    label = "perturbations"
