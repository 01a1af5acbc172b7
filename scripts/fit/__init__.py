"""Fits the weights of the evaluations to games that engines play against themselves."""
