"""What is defined in the package is used in the package, not by tests alone."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent.parent / "proxy"


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module and of its classes."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(inner for one in classes for inner in one.body)]:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                for target in targets:
                    yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))


def test_every_name_occurs_beside_its_definition() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    words = Counter(word for text in texts.values() for word in re.findall(r"\w+", text))
    unused = [
        f"{path}: {name}"
        for path, text in texts.items()
        for name in defined(ast.parse(text))
        if words[name] == 1 and not name.startswith("__")
    ]
    assert unused == []
