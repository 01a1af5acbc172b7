"""The languages in `locales/`."""
