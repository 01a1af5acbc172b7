"""Translations: what there is to translate, and what is wrong with what was (see
docs/translating.md)."""
