"""Cubarium for other programs: our engines behind a protocol that game managers speak (UGI), and
boards, batches and environments for programs in Python."""
