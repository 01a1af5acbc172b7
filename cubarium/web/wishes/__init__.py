"""Wishes of seats: checked, granted, or refused with a reason. A refused wish changes nothing."""

from cubarium.web.wishes.granting import acting, grant

__all__ = ["acting", "grant"]
