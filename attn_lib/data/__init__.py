"""Data that ships with the library, each with its licence."""
