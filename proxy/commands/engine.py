"""`uci-arbiter engine`: the small engine that ships with the package."""

from __future__ import annotations

SUMMARY = "a small UCI engine of our own, weak but real"

_EPILOG = """\
It speaks UCI on stdin and stdout and is meant as an opponent for tests and demonstrations: pure
Python, some thirty thousand positions a second, no match for Stockfish.

examples:
  uci-arbiter engine
  uci-arbiter run -- uci-arbiter engine
  printf 'position startpos\\ngo depth 4\\n' | uci-arbiter engine
"""


def main(args: list[str]) -> int:
    """Run the engine until `quit` or the end of its input."""
    import gc
    import sys

    from proxy.arguments import Parser
    from proxy.builtin.uci import serve

    Parser(
        "uci-arbiter engine", "Be a small UCI engine on stdin and stdout.", epilog=_EPILOG
    ).parse_args(args)
    gc.disable()  # the search makes no cycles, and one pass over a full table takes 50 ms
    sys.setswitchinterval(0.0005)  # `stop` and `isready` interrupt a search that never waits
    serve()
    return 0
