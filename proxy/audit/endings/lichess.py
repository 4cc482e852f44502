"""Lichess: the Termination tag has four words; a game page's comment has a sentence."""

from proxy.audit.endings import Sign, Wording

SIGN = Sign({"Site": r"lichess\.org"})

WORDINGS = (
    Wording(r"\A(?P<side>White|Black) wins on time\.?\Z", "time-forfeit", "winner"),
    Wording(r"\A(?P<side>White|Black) resigns\.?\Z", "resignation"),
    Wording(r"\A(?P<side>White|Black) left the game\.?\Z", "disconnection"),
    Wording(r"\A(?P<side>White|Black) wins by checkmate\.?\Z", "checkmate", "winner"),
    Wording(r"\ADraw by stalemate\.?\Z|\AStalemate\.?\Z", "stalemate"),
    Wording(r"\AThe game is a draw by agreement\.?\Z", "agreement"),
    Wording(r"\ATime forfeit\Z", "time-forfeit"),
    Wording(r"\AAbandoned\Z", "disconnection"),
    Wording(r"\ARules infraction\Z", "adjudication"),  # fair play, not the rules of the board
    Wording(r"\AUnterminated\Z", "unterminated"),
)
