"""What stops an instance or a whole batch from being scored, for a reason a person can act on."""

import torch


class ScoringError(Exception):
    """A refusal with a stable code; the message is a sentence for a person."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def device_is_lost(error: BaseException) -> bool:
    """Tell whether an accelerator failed so that nothing more runs on it in this process."""
    return isinstance(error, torch.AcceleratorError)


def ran_out_of_memory(error: BaseException) -> bool:
    """Tell whether memory ran out: on a GPU torch has an exception for it, on the CPU only a sentence."""
    return isinstance(error, (torch.OutOfMemoryError, MemoryError)) or (
        isinstance(error, RuntimeError) and "DefaultCPUAllocator" in str(error)
    )
