"""Who has started us, what it can be told, and how it is set: see docs/guis.md."""
