"""The addresses of the app's pages, read from its own tables of routes."""

import re

from tests.conftest import ROOT

SOURCES = ROOT / "frontend" / "src"
DUTY_PAGE = "/b/:slug/work/{duty}/:assignment?"


def routes() -> set[str]:
    """Every path that shows a page, as the router writes it; `*` is the page for all others."""
    router = (SOURCES / "app" / "router.tsx").read_text()
    named = dict(re.findall(r'const (\w+) = "([^"]+)"', (SOURCES / "shared" / "paths.ts").read_text()))
    plain = [named.get(path, path.strip('"')) for path in re.findall(r'lazyPage\((\w+|"[^"]+"),', router)]
    duties = [DUTY_PAGE.format(duty=duty) for duty in re.findall(r'\["(\w+)", \(\) => import', router)]
    for_admins = (SOURCES / "app" / "adminRoutes.tsx").read_text()
    admin = [f"/b/:slug/{path}" for path in re.findall(r'path: "([^"]+)"', for_admins)]
    return {*plain, *duties, *admin, *re.findall(r'path: "([^"]+)"', router)}
