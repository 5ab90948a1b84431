"""The one settings module; everything that differs between machines comes from the environment.

`./start` writes what it generated (addresses of the embedded services, the secret key) to `var/env`;
that file fills in only what the environment does not already say. A missing variable stops the start.
"""

import re
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = Path(env.str("WHYBENCH_VAR", default=str(BASE_DIR / "var")))
environ.Env.read_env(VAR_DIR / "env", overwrite=False)


def required(name: str) -> str:
    """The variable's value, or a stop with a sentence that says where it should come from."""
    value = env.str(name, default="")
    if not value:
        raise ImproperlyConfigured(
            f"{name} is not set. Run ./start, which writes it to {VAR_DIR / 'env'}, or set it yourself."
        )
    return value


SECRET_KEY = required("WHYBENCH_SECRET_KEY")
DEBUG = env.bool("WHYBENCH_DEBUG", default=False)
ALLOWED_HOSTS = env.list("WHYBENCH_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
PUBLIC_URL = env.str("WHYBENCH_PUBLIC_URL", default="")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "annotation_app.core",
    "annotation_app.accounts",
    "annotation_app.benchmarks",
    "annotation_app.items",
    "annotation_app.rationales",
    "annotation_app.perturbations",
    "annotation_app.work",
    "annotation_app.runs",
    "annotation_app.releases",
    "annotation_app.results",
]

MIDDLEWARE = [
    "annotation_app.core.timing.server_timing",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "annotation_app.urls"
WSGI_APPLICATION = "annotation_app.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

DATABASES = {
    "default": {
        **env.db_url_config(required("DATABASE_URL")),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "TEST": {"NAME": env.str("WHYBENCH_TEST_DATABASE", default="test_whybench")},
    }
}
if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database (postgres://...).")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
# Behind TLS the public address says so, and only then may cookies be restricted to it.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SESSION_COOKIE_SECURE else None

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
# A bare checkout has no built front end yet; Django warns about a missing folder.
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
STATIC_ROOT = env.str("WHYBENCH_STATIC_ROOT", default=None)
# Files are served from where they lie: collecting and compressing them costs 28 s at each first start.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Scores are read while the page waits.
SCORES_MAX_BYTES = env.int("WHYBENCH_SCORES_MAX_BYTES", default=200 * 1024 * 1024)
IMPORT_MAX_BYTES = env.int("WHYBENCH_IMPORT_MAX_BYTES", default=1024 * 1024 * 1024)

# Without an address, e-mails go nowhere: the daily digest is off until both a person and the server want it.
vars().update(env.email_url("WHYBENCH_EMAIL_URL", default="dummymail://"))
DEFAULT_FROM_EMAIL = env.str("WHYBENCH_EMAIL_FROM", default="whybench@localhost")

CELERY_BROKER_URL = required("CELERY_BROKER_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # redis-py spells a Unix socket differently from Celery. The cache has a numbered database of its own
        # on the server of the broker, so that clearing it can never touch a queue.
        "LOCATION": re.sub(r"/\d+$", "", CELERY_BROKER_URL.replace("redis+socket://", "unix://")),
        "OPTIONS": {"db": 1},
        "KEY_PREFIX": "whybench",
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation_app.core.authentication.SessionAuthentication",
        "knox.auth.TokenAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["annotation_app.core.permissions.Declared"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["annotation_app.core.parsers.JSONParser"],
    # The OpenAPI document describes the endpoints; OPTIONS would break on views without a queryset.
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "annotation_app.core.schema.ProblemAwareSchema",
    "DEFAULT_PAGINATION_CLASS": "annotation_app.core.pagination.Pages",
    "EXCEPTION_HANDLER": "annotation_app.core.problems.problem_response",
    "DEFAULT_THROTTLE_RATES": {"sign_in": env.str("WHYBENCH_SIGN_IN_RATE", default="20/min")},
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
REST_KNOX = {"TOKEN_TTL": None, "USER_SERIALIZER": None}
SPECTACULAR_SETTINGS = {
    "TITLE": "Whybench",
    "DESCRIPTION": "Build an interpretability benchmark for language models and score models on it.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["annotation_app.core.permissions.Anyone"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "ItemRoleEnum": ["original", "perturbed"],
        "RoleEnum": ["annotator", "senior", "admin"],
        "ItemStateEnum": [
            "needs_wording",
            "mask_proposing",
            "mask_rating",
            "perturbation_review",
            "annotating",
            "scoring",
            "modifying",
            "accepted",
            "rejected",
            "discarded",
        ],
        "SuggestionKindEnum": ["dispensable", "related", "model"],
        "ModelKindEnum": ["masked", "causal", "classification"],
        "ImportStateEnum": [
            "uploaded",
            "checking",
            "checked",
            "queued",
            "running",
            "done",
            "failed",
            "cancelled",
        ],
        "ImportModeEnum": ["keep_good", "all_or_nothing"],
        "SystemStateEnum": ["ready", "waiting", "failed"],
        "RunKindEnum": ["standing", "requested", "external"],
        "RunStateEnum": ["queued", "running", "done", "failed", "cancelled"],
        "RowStateEnum": ["queued", "sent", "done", "failed"],
        "ReleaseStateEnum": ["queued", "building", "published", "failed", "withdrawn"],
    },
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("WHYBENCH_LOG_LEVEL", default="INFO")},
}
