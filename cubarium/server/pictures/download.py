"""Answers that are files to be kept."""

from fastapi import Response


def download(body: bytes, kind: str, name: str) -> Response:
    """Answer with a file of this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(body, media_type=kind, headers=headers)
