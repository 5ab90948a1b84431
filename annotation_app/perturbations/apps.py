from django.apps import AppConfig


class PerturbationsConfig(AppConfig):
    name = "annotation_app.perturbations"
    label = "perturbations"

    def ready(self) -> None:
        from annotation_app.items.signals import item_moved
        from annotation_app.perturbations.losing import lose_perturbation

        item_moved.connect(lose_perturbation, dispatch_uid="perturbations.lose")
