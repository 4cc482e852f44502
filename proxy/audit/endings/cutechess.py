"""cutechess-cli and Cute Chess (texts of July 2026)."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"GameDuration": "", "GameEndTime": r" [A-Z]+\Z", "PlyCount": ""})

WORDINGS = (
    Wording(r"\b(?P<side>White|Black) mates\b", "checkmate", "winner"),
    Wording(r"\bDraw by stalemate\b", "stalemate"),
    Wording(r"\bDraw by insufficient mating material\b", "insufficient-material"),
    Wording(r"\bDraw by fifty moves rule\b", "fifty-move"),
    Wording(r"\bDraw by 3-fold repetition\b", "threefold-repetition"),
    Wording(r"\b(?P<side>White|Black) resigns\b", "resignation"),
    Wording(r"\b(?P<side>White|Black) loses on time\b", "time-forfeit"),
    Wording(r"\bDraw by timeout\b", "flag-without-mating-material"),
    Wording(r"\b(?P<side>White|Black) makes an illegal move\b", "illegal-move"),
    Wording(r"\b(?P<side>White|Black) disconnects\b", "disconnection"),
    Wording(r"\b(?P<side>White|Black)'s connection stalls\b", "disconnection"),
    Wording(r"\bDraw by (?:disconnection|stalled connection)\b", "adjudication"),
    Wording(
        r"\b(?P<side>White|Black) wins by adjudication: Invalid result claim",
        "false-claim",
        "winner",
    ),
    Wording(r"\bwins by adjudication: (?:user decision|trusted mate score)", "adjudication"),
    Wording(r"\b(?:wins|Draw) by adjudication: SyzygyTB", "tablebase"),
    Wording(r"\bDraw by adjudication: maximal game length", "length-limit"),
    Wording(r"\bDraw by adjudication: user decision", "adjudication"),
    Wording(r"\b(?P<side>White|Black) wins by adjudication\s*\Z", "score-adjudication", "winner"),
    Wording(r"\bDraw by adjudication\s*\Z", "score-adjudication"),
    Wording(r"\bDraw by agreement\b", "agreement"),
    Wording(r"\bNo result\b|\Aunterminated\Z", "unterminated"),
    Wording(r"\Aadjudication\Z", "adjudication"),
    Wording(r"\Atime forfeit\Z", "time-forfeit"),
    Wording(r"\Aillegal move\Z", "illegal-move"),
    Wording(r"\A(?:abandoned|stalled connection)\Z", "disconnection"),
)
