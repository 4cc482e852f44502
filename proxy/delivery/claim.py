"""A claim of the result, as CECP has it: `1/2-1/2 {reason}`.

The line has no form in UCI: the CECP layer sends it right behind the move (`proxy.cecp.gui_player`)
from the ruling and from what the GUI is known to believe (`proxy.gui.trust`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from proxy.delivery import Answer


def deliver(answer: Answer) -> list[bytes]:
    """Send nothing in UCI beyond the `info string` that every delivery has."""
    del answer
    return []
