"""The rules pages, and their examples as lessons."""
