"""The worker's own application with two tasks more: one loses its device, one tells its process."""

import os
from pathlib import Path

import torch

from worker.celery import app

__all__ = ["app"]


@app.task(name="tests.lose_device")
def lose_device() -> None:
    raise torch.AcceleratorError("CUDA error: unspecified launch failure")


@app.task(name="tests.tell_process")
def tell_process(path: str) -> None:
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
