"""The people of an end-to-end test: each does through HTTP, with a token, what a script would do."""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Task = dict[str, Any]
PASSWORD = "a long walk in light rain"
ADMIN = "ada"
ANNOTATORS = ("ben", "cem", "dia", "eli")
SENIORS = ("fay", "gus", "hua")


@dataclass(frozen=True)
class Site:
    """A running server with one benchmark and its people."""

    url: str
    slug: str

    def player(self, username: str) -> "Player":
        return Player(self.url, self.slug, username, PASSWORD)

    def players(self, usernames: Sequence[str]) -> list["Player"]:
        return [self.player(username) for username in usernames]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content) if self.content else None


def send(
    method: str, url: str, *, token: str = "", content: bytes | None = None, content_type: str = ""
) -> Answer:
    """One request, the answer as it came: a refusal is an answer too."""
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Token {token}"
    if content_type:
        headers["Content-Type"] = content_type
    request = urllib.request.Request(url, data=content, headers=headers, method=method)  # noqa: S310 (ours)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310
            return Answer(reply.status, dict(reply.headers), reply.read())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return Answer(refusal.code, dict(refusal.headers), refusal.read())


def multipart(fields: dict[str, str], file_name: str, content: bytes) -> tuple[bytes, str]:
    """A form with one file, as a browser posts it: its bytes and its content type."""
    boundary = secrets.token_hex(16)
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n'
    parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


class Player:
    """One person at work in one benchmark."""

    def __init__(self, url: str, slug: str, username: str, password: str) -> None:
        self.username = username
        self._url, self._slug = url, slug
        self._base = f"{url}/api/benchmarks/{slug}"
        self._token = ""
        signed_in = self._call("POST", f"{url}/api/tokens", 201, username=username, password=password)
        self._token = signed_in.json["token"]

    def _call(self, method: str, url: str, expect: int, **body: Any) -> Answer:
        content = json.dumps(body).encode() if method != "GET" else None
        answer = send(method, url, token=self._token, content=content, content_type="application/json")
        assert answer.status == expect, (self.username, method, url, body, answer.status, answer.content)
        return answer

    def make_benchmark(self, title: str) -> Any:
        return self._call("POST", f"{self._url}/api/benchmarks", 201, slug=self._slug, title=title).json

    def get(self, path: str, *, expect: int = 200) -> Any:
        return self._call("GET", f"{self._base}/{path}", expect).json

    def post(self, path: str, *, expect: int = 201, **body: Any) -> Any:
        return self._call("POST", f"{self._base}/{path}", expect, **body).json

    def get_all(self, path: str) -> list[Any]:
        """Every row of a list that comes in pages."""
        rows: list[Any] = []
        page = self.get(f"{path}{'&' if '?' in path else '?'}page_size=200")
        rows += page["results"]
        while page["next"]:
            page = self._call("GET", page["next"], 200).json
            rows += page["results"]
        assert len(rows) == page["count"]
        return rows

    def download(self, path: str) -> Answer:
        return self._call("GET", f"{self._base}/{path}", 200)

    def upload(self, path: str, file_name: str, content: bytes, **fields: str) -> Any:
        """Send a form with one file."""
        body, content_type = multipart(fields, file_name, content)
        answer = send(
            "POST", f"{self._base}/{path}", token=self._token, content=body, content_type=content_type
        )
        assert answer.status == 201, answer.content
        return answer.json

    def import_file(self, file_name: str, content: bytes, **fields: str) -> Any:
        return self.upload("imports", file_name, content, **fields)

    def next(self, duty: str) -> Task | None:
        """The next piece of work of a duty, or None when there is nothing for this person now."""
        answer = send(
            "POST",
            f"{self._base}/work/{duty}/next",
            token=self._token,
            content=b"{}",
            content_type="application/json",
        )
        assert answer.status in (200, 204), (self.username, duty, answer.status, answer.content)
        return answer.json if answer.status == 200 else None

    def propose_mask(self, task: Task, start: int, end: int) -> Any:
        return self.post(f"items/{task['item']['id']}/mask-proposals", start=start, end=end)

    def rate_mask(self, task: Task, confidence: int) -> Any:
        proposal = task["mask"]["proposal"]
        path = f"items/{task['item']['id']}/mask-ratings"
        return self.post(path, proposal=proposal, confidence=confidence)

    def write_rationale(self, task: Task, tokens: Sequence[int]) -> Any:
        path = f"items/{task['item']['id']}/rationales"
        return self.post(path, round=task["item"]["round"], tokens=list(tokens))

    def score(self, task: Task, sufficiency: int, compactness: int) -> Any:
        path = f"rationales/{task['rationale']['id']}/scores"
        return self.post(path, sufficiency=sufficiency, compactness=compactness)

    def preview(self, original: Task, kind: str, before: str, after: str) -> Any:
        path = f"items/{original['id']}/perturbations/preview"
        return self.post(path, expect=200, type=kind, before=before, after=after)

    def perturb(self, original: Task, kind: str, before: str, after: str) -> Any:
        path = f"items/{original['id']}/perturbations"
        return self.post(path, type=kind, before=before, after=after)

    def review(self, task: Task, verdict: str, **words: Any) -> Any:
        return self.post(f"perturbations/{task['perturbation']['id']}/reviews", verdict=verdict, **words)


def take_turns(players: Sequence[Player], duty: str, do: Callable[[Player, Task], None]) -> int:
    """Let people work off one duty, one piece each in turn, until nobody gets any. Returns how many."""
    done, busy = 0, True
    while busy:
        busy = False
        for player in players:
            task = player.next(duty)
            if task is not None:
                do(player, task)
                done, busy = done + 1, True
    return done


def wait_for(read: Callable[[], Any], good: Callable[[Any], bool], *, seconds: float) -> Any:
    """What `read` gives once it is good; fails with the last it gave."""
    deadline = time.monotonic() + seconds
    while not good(found := read()):
        assert time.monotonic() < deadline, json.dumps(found, indent=1)
        time.sleep(1)
    return found
