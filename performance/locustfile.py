"""Annotators and seniors at work, for locust: ask for the next piece of work, do it, look at the counts.

Run through `performance/load.py`, which seeds the server and says who the people are.
"""

import json
import os
import random
from pathlib import Path
from typing import Any

from locust import HttpUser, between, events, task

PLAN = json.loads(Path(os.environ["WHYBENCH_LOAD_PLAN"]).read_text())
BASE = f"/api/benchmarks/{PLAN['slug']}"
WAITING = {role: list(tokens) for role, tokens in PLAN["people"].items()}


@events.request.add_listener
def note_server_time(response: Any = None, name: str = "", **_: Any) -> None:
    """Record what the server says it took, without the client's own queueing."""
    timing = getattr(response, "headers", {}).get("Server-Timing", "")
    if timing:
        took = float(timing.rpartition("=")[2])
        with Path(os.environ["WHYBENCH_LOAD_TIMES"]).open("a") as file:
            file.write(f"{name}\t{took}\n")


class Person(HttpUser):
    """Somebody signed in with their own token; they think for a moment between two requests."""

    abstract = True
    # Somebody who reads, marks and submits takes far longer; this is a fast clicker's pace.
    wait_time = between(*(float(seconds) for seconds in os.environ["WHYBENCH_LOAD_PACE"].split(",")))
    role = ""

    def on_start(self) -> None:
        self.client.headers["Authorization"] = f"Token {WAITING[self.role].pop()}"

    def send(self, name: str, path: str, body: Any) -> Any:
        return self.client.post(f"{BASE}/{path}", json=body, name=name)

    def take(self, duty: str) -> Any:
        answer = self.send(f"next {duty}", f"work/{duty}/next", {})
        return answer.json() if answer.status_code == 200 else None

    @task(1)
    def look(self) -> None:
        self.client.get(f"{BASE}/work", name="work")


class Annotator(Person):
    weight = 3
    role = "annotator"

    @task(4)
    def rate(self) -> None:
        if work := self.take("rate_mask"):
            body = {"proposal": work["mask"]["proposal"], "confidence": random.choice([1, 1, 1, 2, 3])}
            self.send("submit rate_mask", f"items/{work['item']['id']}/mask-ratings", body)

    @task(4)
    def write(self) -> None:
        duty = random.choice(["write_rationale", "modify_rationale"])
        if work := self.take(duty):
            item, draft = work["item"], work["draft"] or {"revision": 0}
            mask = item["mask"]
            free = [i for i in range(len(item["tokens"])) if not mask["start"] <= i < mask["end"]]
            tokens = sorted(random.sample(free, 3))
            body = {"round": item["round"], "tokens": tokens}
            self.client.put(
                f"{BASE}/items/{item['id']}/draft",
                json=body | {"revision": draft["revision"]},
                name="save draft",
            )
            self.send(f"submit {duty}", f"items/{item['id']}/rationales", body)

    @task(1)
    def perturb(self) -> None:
        if work := self.take("create_perturbation"):
            item = work["item"]
            words = [token["text"] for token in item["tokens"]]
            start, end = item["mask"]["start"], item["mask"]["end"]
            edit = {
                "type": "dispensable",
                "before": "indeed " + " ".join(words[:start]) + " ",
                "after": " " + " ".join(words[end:]),
            }
            self.send("preview perturbation", f"items/{item['id']}/perturbations/preview", edit)
            self.send("submit create_perturbation", f"items/{item['id']}/perturbations", edit)

    @task(1)
    def review(self) -> None:
        if work := self.take("review_perturbation"):
            path = f"perturbations/{work['perturbation']['id']}/reviews"
            self.send("submit review_perturbation", path, {"verdict": "approve"})


class Senior(Person):
    weight = 2
    role = "senior"

    @task(6)
    def score(self) -> None:
        if work := self.take("score_rationale"):
            body = {"sufficiency": random.choice([3, 3, 3, 2]), "compactness": random.choice([4, 4, 3])}
            self.send("submit score_rationale", f"rationales/{work['rationale']['id']}/scores", body)
