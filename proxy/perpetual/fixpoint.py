"""Greatest fixpoints over choices and answers, found without looking at the whole graph.

A node is good if one of its options leads to good nodes only; in case of doubt, on a loop, it is
good (greatest fixpoint). So a node with no option is bad, and badness spreads from there.

Every node goes for one option at a time and changes to the next one only when that is refuted, as
in the local algorithm of Liu and Smolka (Simple linear-time algorithms for minimal fixed points,
1998). A refutation holds however little has been seen; goodness is known when all that the options
gone for lead to has been seen. What is seen next is what is nearest to the roots.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    import chess

# A new frontier costs a walk over all nodes: it is worth that after one in so many new ones.
FRONTIER_SHARE = 64

Node = TypeVar("Node", bound=Hashable)


class Option(NamedTuple, Generic[Node]):
    """A move, and for each answer to it the node that it leads to; with no answer it is good."""

    move: chess.Move
    answers: dict[chess.Move, Node]


Expand = Callable[[Node], Sequence[Option[Node]]]


class Fixpoint(Generic[Node]):
    """The search; `run` answers, `choice` tells the option of a good node.

    `expand` returns all options of a node; of each, the answer most likely to refute it first.
    """

    def __init__(self, roots: Sequence[Node], expand: Expand[Node]) -> None:
        self._roots = roots
        self._expand = expand
        self._options: dict[Node, list[Option[Node]]] = {}  # the one that is gone for last
        self._chosen_by: dict[Node, dict[Node, None]] = {}  # a set would have no fixed order
        self._bad: set[Node] = set()

    @property
    def expanded(self) -> int:
        """The number of nodes looked at."""
        return len(self._options)

    def choice(self, node: Node) -> Option[Node]:
        """Return the option that a node goes for, after `run` has answered True."""
        return self._options[node][-1]

    def run(self, budget: int) -> bool | None:
        """Return whether all roots are good; None when `budget` nodes did not tell."""
        while self._bad.isdisjoint(self._roots):
            frontier = self._frontier()
            if not frontier:
                return True
            bad_before = len(self._bad)
            enough = len(self._options) // FRONTIER_SHARE
            for looked_at, node in enumerate(frontier, 1):
                if len(self._options) >= budget:
                    return None
                self._look_at(node)
                if len(self._bad) > bad_before and looked_at > enough:
                    break  # other options are gone for, which makes another frontier
        return False

    def _frontier(self) -> list[Node]:
        """Return what has to be seen and has not been, the nearest to the roots first."""
        reached = dict.fromkeys(self._roots)
        frontier = []
        waiting = list(reached)
        for node in waiting:  # grows on the way
            if node not in self._options:
                frontier.append(node)
                continue
            for target in self.choice(node).answers.values():
                if target not in reached:
                    reached[target] = None
                    waiting.append(target)
        return frontier

    def _look_at(self, node: Node) -> None:
        self._options[node] = sorted(self._expand(node), key=self._unseen, reverse=True)
        self._settle(node)

    def _unseen(self, option: Option[Node]) -> tuple[int, int]:
        """Rank first what closes loops: few answers that lead to nodes not looked at yet."""
        nodes = option.answers.values()
        return sum(node not in self._options for node in nodes), len(nodes)

    def _settle(self, node: Node) -> None:
        """Make every node go for an option that is not refuted, or be bad, beginning with one."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if node in self._bad:
                continue
            options = self._options[node]
            while options and not self._bad.isdisjoint(options[-1].answers.values()):
                options.pop()
            if not options:
                self._bad.add(node)
                waiting += self._chosen_by.pop(node, ())
                continue
            for target in options[-1].answers.values():
                self._chosen_by.setdefault(target, {})[node] = None
