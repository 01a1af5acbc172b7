"""Positions and records that are studied."""
