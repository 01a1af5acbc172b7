"""Wishes of seats: checked, granted, or refused with a reason. A refused wish changes nothing."""

from cubarium.server.live.commands.execution import acting, grant

__all__ = ["acting", "grant"]
