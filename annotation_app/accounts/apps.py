from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "annotation_app.accounts"
    label = "accounts"
