"""One game: its start FEN, its moves, the board, and how often each position has occurred."""
