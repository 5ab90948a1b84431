from django.apps import AppConfig


class RunsConfig(AppConfig):
    name = "annotation_app.runs"
    label = "runs"

    def ready(self) -> None:
        from annotation_app.items.signals import item_moved
        from annotation_app.perturbations.signals import suggestion_asked
        from annotation_app.runs.collecting import collect_when_accepted
        from annotation_app.runs.suggesting import send_suggestion

        item_moved.connect(collect_when_accepted, dispatch_uid="runs.collect")
        suggestion_asked.connect(send_suggestion, dispatch_uid="runs.suggest")
