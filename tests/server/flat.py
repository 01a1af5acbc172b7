"""Updates in one level, for tests that look at a field or two."""

from typing import Any

Message = dict[str, Any]


def flat(message: Message) -> Message:
    """An update with the fields of its state beside the others, and with the outcome; it is called
    `joined` if it holds all there is to know. One inside another message is flat too."""
    if isinstance(message.get("update"), dict):
        return {**message, "update": flat(message["update"])}
    if message.get("type") != "update":
        return message
    state = message["state"]
    return {
        **message,
        **state,
        "type": "joined" if message["since"] is None else "update",
        "outcome": (state["turn"] or {}).get("outcome"),
    }
