"""Chess.com: a sentence in the Termination tag, which names the players, not the colours."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"Site": r"\A[Cc]hess\.com\Z"})

WORDINGS = (
    Wording(r"\bwon by checkmate\b", "checkmate"),
    Wording(r"\bwon by resignation\b", "resignation"),
    Wording(r"\bwon on time\b", "time-forfeit"),
    Wording(r"\bwon - game abandoned\b", "disconnection"),
    Wording(r"\bdrawn by agreement\b", "agreement"),
    Wording(r"\bdrawn by repetition\b", "threefold-repetition"),
    Wording(r"\bdrawn by stalemate\b", "stalemate"),
    Wording(r"\bdrawn by insufficient material\b", "insufficient-material"),
    Wording(r"\bdrawn by 50-move rule\b", "fifty-move"),
    Wording(r"\bdrawn by timeout vs insufficient material\b", "flag-without-mating-material"),
)
