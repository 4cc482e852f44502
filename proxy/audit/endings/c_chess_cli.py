"""c-chess-cli (texts of July 2023): all in the Termination tag, with the loser to move."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"Round": r"\A\d+\.\d+\Z", "Termination": "", "FEN": "", "PlyCount": ""})

WORDINGS = (
    Wording(r"\Acheckmate\Z", "checkmate"),
    Wording(r"\Astalemate\Z", "stalemate"),
    Wording(r"\A3-fold repetition\Z", "threefold-repetition"),
    Wording(r"\A50 moves rule\Z", "fifty-move"),
    Wording(r"\Ainsufficient material\Z", "insufficient-material"),
    Wording(r"\Arules infraction\Z", "illegal-move"),
    Wording(r"\Aadjudication\Z", "score-adjudication"),
    Wording(r"\Atime forfeit\Z", "time-forfeit"),
    Wording(r"\Aunterminated\Z", "unterminated"),
)
