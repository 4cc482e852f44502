"""How a ruling reaches the GUI: one file a way.

UCI has no word for a draw. What each GUI can be told, and what it must never be sent, is in
docs/guis.md.
"""
