from django.apps import AppConfig


class BenchmarksConfig(AppConfig):
    name = "annotation_app.benchmarks"
    label = "benchmarks"
