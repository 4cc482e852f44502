"""Our own options in the GUI's dialog: declared before `uciok`, never told to the engine."""

from __future__ import annotations

from proxy.kinds import OneOf, Whole
from proxy.resources import config_names, find_config
from proxy.settings import OPTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from proxy.settings import Setting, Settings

EMPTY = "<empty>"  # how UCI writes an empty text
DRAW_OFFERS = b"UCI_DrawOffers"  # PolyGlot's word for "I may be sent offers"
# What it sends then, but only where it is declared, and of another type than this only once.
DRAW_OFFER = b"DrawOffer"


class Dialog:
    """The settings that a GUI can change, as UCI options.

    `changed` is called after each change; what it raises is the user's error.
    """

    def __init__(self, settings: Settings, rulesets: tuple[str, ...] = ()) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._settings = settings
        self._rulesets = rulesets

    def lines(self, engines: set[bytes]) -> list[bytes]:
        """Return the `option` lines; `engines` are the engine's own names in lower case."""
        table = self._settings.table.values()
        lines = [self._declare(setting) for setting in table if setting.option is not None]
        if self._offers(engines):
            lines.append(b"option name " + DRAW_OFFERS + b" type check default false")
            lines.append(b"option name " + DRAW_OFFER + b" type button")
        return lines

    def takes(self, name: bytes, engines: set[bytes]) -> bool:
        """Tell whether an option, its name in lower case, is ours and not the engine's."""
        if name == DRAW_OFFERS.lower():
            return self._offers(engines)
        return self._settings.by_option(name.decode("utf-8", "replace")) is not None

    def change(self, name: bytes, value: bytes) -> str:
        """Take in one of our options; return what is wrong with it, or nothing."""
        setting = self._settings.by_option(name.decode("utf-8", "replace"))
        if setting is None:
            return ""
        text = _as_known(value.decode("utf-8", "replace").removesuffix(EMPTY), _words(setting))
        before = self._settings.value(setting.key)
        try:
            if setting.key == "ruleset":
                find_config("rulesets", text)  # also where no arbiter is there to look for it
            self._settings.put(OPTION, setting.key, setting.read(text, str(setting.option)))
            self.changed()
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on as before
            self._settings.put(OPTION, setting.key, before)
            return str(error)
        return ""

    def _offers(self, engines: set[bytes]) -> bool:
        delivery = self._settings.text("delivery")
        return delivery in {"auto", "offer"} and DRAW_OFFERS.lower() not in engines

    def _declare(self, setting: Setting) -> bytes:
        value = self._settings.value(setting.key)
        match setting.kind:
            case OneOf():
                words = f"combo default {value}" + "".join(f" var {word}" for word in setting.kind)
            case Whole():
                kind = setting.kind
                words = f"spin default {value} min {kind.least} max {kind.most}"
            case _ if setting.kind is bool:
                words = f"check default {str(value).lower()}"
            case _ if setting.key == "ruleset" and self._rulesets:
                names = sorted({*self._rulesets, str(value)})
                words = f"combo default {value}" + "".join(f" var {name}" for name in names)
            case _:
                words = f"string default {value or EMPTY}"
        return f"option name {setting.option} type {words}".encode("utf-8", "surrogateescape")


def _words(setting: Setting) -> Iterable[str]:
    """Return the words that a setting knows; one may take others as well, as a path."""
    if setting.key == "ruleset":
        return config_names("rulesets")  # the user may have written one since the start
    return setting.kind if isinstance(setting.kind, OneOf) else ()


def _as_known(text: str, words: Iterable[str]) -> str:
    """Return the known word that a text is but for its case, which UCI leaves open."""
    known = list(words)
    if text in known:
        return text
    return next((word for word in known if word.lower() == text.lower()), text)
