"""A conversation with our end of UGI, in this process."""

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

from cubarium.interop.ugi_program import UgiProgram

SMALL = ["setoption name size value 3"]
Said: TypeAlias = list[str]


def talk(*lines: str, name: str = "quixo") -> Said:
    """Say all lines at once, then end the input; what is answered."""
    said: Said = []
    UgiProgram(name, said.append).run(lines)
    return said


class Conversation:
    """Say something, wait for an answer."""

    def __init__(self, name: str = "quixo") -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self.answers: SimpleQueue[str] = SimpleQueue()
        program = UgiProgram(name, self.answers.put)
        self._thread = Thread(target=program.run, args=(self._said(),), daemon=True)
        self._thread.start()

    def _said(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def say(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(f"{line}\n")

    def hear(self, wanted: Callable[[str], bool] | str) -> str:
        """The next answer that is wanted, or begins so; others are passed over."""
        while True:
            answer = self.answers.get(timeout=100)
            if answer.startswith(wanted) if isinstance(wanted, str) else wanted(answer):
                return answer

    def end(self) -> None:
        """End the input, and wait until the program has ended."""
        self._lines.put(None)
        self._thread.join(100)
        assert not self._thread.is_alive()
