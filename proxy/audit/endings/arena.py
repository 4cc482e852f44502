"""Arena 3.5: the Termination tag in the words of the PGN standard, more in the last comment."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"WhiteType": r"\A(?:program|human)\Z", "BlackType": "", "Termination": ""})

WORDINGS = (
    Wording(r"arena adjudication\W+illegal move", "illegal-move"),
    Wording(r"arena adjudication\W+(?:3-fold|threefold)? ?repetition", "threefold-repetition"),
    Wording(r"arena adjudication\W+(?:50|fifty)", "fifty-move"),
    Wording(r"arena adjudication\W+insufficient", "insufficient-material"),
    Wording(r"arena adjudication", "adjudication"),
    Wording(r"\A(?:3-fold|three-?fold) repetition\Z", "threefold-repetition"),
    Wording(r"\A(?:50|fifty)[- ]moves? rule\Z", "fifty-move"),
    Wording(r"\Arules infraction\Z", "illegal-move"),
    Wording(r"\Atime forfeit\Z", "time-forfeit"),
    Wording(r"\Aabandoned\Z", "disconnection"),
    Wording(r"\Aadjudication\Z", "adjudication"),
    Wording(r"\Aunterminated\Z", "unterminated"),
)
