"""Translations: what must be translated, and what is wrong with what was. See docs/translating.md."""
