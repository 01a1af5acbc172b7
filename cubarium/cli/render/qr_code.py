"""A QR code for the terminal."""

import io

import click


def qr_code(text: str) -> str:
    """Lines of half blocks, light on dark whatever the terminal has: cameras want it so."""
    import segno

    lines = io.StringIO()
    segno.make(text, error="L", micro=False).terminal(lines, border=2, compact=True)
    shown = (click.style(line, "bright_white", "black") for line in lines.getvalue().splitlines())
    return "\n".join(shown)
