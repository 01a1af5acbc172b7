"""Logs on the standard error: one JSON object a line, or plain lines where a person looks on. No
secrets, no cards, and no addresses but of those who hit a limit."""

import logging
import sys
from typing import Final

import structlog
from structlog.typing import Processor

TRACES: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
"""Where it went wrong, without the values that were there: they may be secrets, or cards."""


def _renderer(form: str) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), pad_event_to=0, pad_level=False
    )


def configure(level: str = "info", form: str | None = None) -> None:
    """For a server; programs that use the app do as they like. `form`: `json`, or `text` for
    people; None: text on a terminal."""
    if form is None:
        form = "text" if sys.stderr.isatty() else "json"
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                TRACES,
                _renderer(form),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    for name in ("uvicorn.access", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)  # they tell addresses, and every step
    # it tells of every request that can't be read; limit_log.py does so once a minute
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
