"""Numbers in sentences."""


def counted(number: int, noun: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
