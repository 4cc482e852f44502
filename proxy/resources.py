"""Where files of configuration lie: the shipped ones and the user's own."""

from __future__ import annotations

import os

from proxy.errors import UserError

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def config_dirs(kind: str) -> list[str]:
    """Return the folders of a kind of configs, as in "rulesets": the user's own first."""
    from platformdirs import user_config_dir  # light without it: `run` reads shipped files only

    return [os.path.join(user_config_dir("uci-arbiter"), kind), shipped_dir(kind)]


def shipped_dir(kind: str) -> str:
    """Return the folder of the shipped configs: in the wheel inside the package, else beside it."""
    wheel = os.path.join(PACKAGE, "configs", kind)
    return wheel if os.path.isdir(wheel) else os.path.join(PACKAGE, "..", "configs", kind)


def shipped_names(kind: str) -> tuple[str, ...]:
    """Return the names of the shipped configs of a kind, sorted."""
    names = os.listdir(shipped_dir(kind))
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def config_names(kind: str) -> list[str]:
    """Return the names of all configs of a kind, shipped and the user's, sorted."""
    names = set()
    for folder in config_dirs(kind):
        if os.path.isdir(folder):
            names |= {name[:-5] for name in os.listdir(folder) if name.endswith(".toml")}
    return sorted(names)


def find_config(kind: str, name: str, *, other_than: str | None = None) -> str:
    """Return the path of the config `name`: a path to a .toml file, or the name of one of a kind.

    `other_than` is a path that is passed over, so that a user's file can build on the shipped one
    of the same name. Raises `UserError` that names those there are.
    """
    if name.endswith(".toml") and os.path.isfile(name):
        return name
    for folder in config_dirs(kind):
        path = os.path.normpath(os.path.join(folder, f"{name}.toml"))
        if os.sep not in name and os.path.isfile(path) and path != other_than:
            return path
    raise UserError(
        f"no file {name!r}"
        if name.endswith(".toml")
        else f"nothing named {name!r} among the {kind}: there are {', '.join(config_names(kind))}"
    )
