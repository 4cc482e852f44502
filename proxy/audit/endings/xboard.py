"""XBoard and WinBoard (texts of 4.9)."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"Event": r"\AComputer Chess Game\Z"})

WORDINGS = (
    Wording(r"xboard adjudication: checkmate", "checkmate"),
    Wording(r"xboard adjudication: stalemate", "stalemate"),
    Wording(r"xboard adjudication: (?:perpetual checking|repetition)", "threefold-repetition"),
    Wording(r"xboard adjudication: insufficient mating material", "insufficient-material"),
    Wording(r"xboard adjudication: (?:trivial draw|long game|bare king)", "adjudication"),
    Wording(r"xboard adjudication: 50-move rule", "fifty-move"),
    Wording(r"draw claim: insufficient mating material", "insufficient-material"),
    Wording(r"draw claim: 3-fold repetition", "threefold-repetition"),
    Wording(r"draw claim: 50-move rule", "fifty-move"),
    Wording(r"xboard: forfeit due to (?:invalid|illegal) move", "illegal-move"),
    Wording(r"false (?:draw|win|illegal-move) claim", "false-claim"),
    Wording(r"\bexited unexpectedly\b", "disconnection"),
    Wording(r"\b(?P<side>White|Black) forfeits on time\b", "time-forfeit"),
    Wording(r"\b(?P<side>White|Black) resigns?\b", "resignation"),
    Wording(r"\bcomputer resigns\b", "resignation"),
    Wording(r"\bdraw agreed\b|\bdraw by mutual agreement\b", "agreement"),
    Wording(r"\b(?P<side>White|Black) mates\b|\Acheckmate\Z", "checkmate", "winner"),
    Wording(r"\Astalemate\Z", "stalemate"),
    Wording(r"user adjudication|xboard adjudication", "adjudication"),
)
