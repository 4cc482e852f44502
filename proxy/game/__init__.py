"""The game on the board: start position, moves, repetition counts, and how GUIs tell it."""
