"""fastchess (texts of 1.8); where they are cutechess's, the same phrases match."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"GameDuration": "", "GameEndTime": r" [-+]\d+\Z", "PlyCount": ""})

WORDINGS = (
    Wording(r"\b(?P<side>White|Black) loses on time \(\d+ms overrun\)", "time-forfeit"),
    Wording(r"\bGame interrupted\b", "unterminated"),
)
