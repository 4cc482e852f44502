"""The HTML report: whole in one file, and readable in a real browser, on a phone and on paper."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from support.audit import pgn

from proxy.audit.report import html
from proxy.commands.audit import main

if TYPE_CHECKING:
    from pathlib import Path

EVIL = '<script>document.title = "evil"</script>'
GAMES = "".join(
    (
        pgn("1. f3 e5 2. g4 Qh4#", "1-0", White=f"Ann {EVIL}", Black="Bob & Co", Round="3.1"),
        pgn("1. Nf3 Nf6 2. Ng1 Ng8 {Draw by 3-fold repetition}", "1/2-1/2", White="Cid"),
        pgn("1. e4", "1/2-1/2"),
        pgn("1. e4", "1-0", FEN="nonsense"),
        pgn("1. P@e4", "1-0", Variant="crazyhouse"),
        pgn("1. e4 e5", "1-0", White="A long name " * 12),
    )
)
CHROMIUM = (
    *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic"),
    *("--no-first-run", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--hide-scrollbars"),
)


@pytest.fixture
def report(tmp_path: Path) -> Path:
    games = tmp_path / "the games.pgn"
    games.write_text(GAMES, encoding="utf-8")
    path = tmp_path / "report.html"
    main([str(games), "--html", str(path), "--jobs", "1"])
    return path


class Reader(HTMLParser):
    """Collects tags and the text between them; raises where tags do not match."""

    EMPTY = frozenset({"meta", "path", "use", "rect", "circle", "stop", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["pre"]):
            self.words.append(data)


def test_the_page_is_whole_and_needs_nothing_else(report: Path) -> None:
    reader = Reader()
    text = report.read_text(encoding="utf-8")
    reader.feed(text)
    assert reader.open == []
    page = " ".join(" ".join(reader.words).split())
    assert "Audit of 6 games" in page
    assert "wrong, 1 result would change." in page
    assert "Ann <script>" in page
    assert "Result against the final position" in page
    assert "Crosstable before and after" in page
    tags = [tag for tag, _ in reader.attributes]
    assert "script" not in tags
    links = [attributes["href"] for tag, attributes in reader.attributes if tag == "a"]
    assert links[0] == "the%20games.pgn#L1"
    sources = [a for _, a in reader.attributes if "src" in a]
    assert not sources
    used = {a["href"] for tag, a in reader.attributes if tag == "use"}
    defined = {f"#{a['id']}" for tag, a in reader.attributes if tag == "g" and "id" in a}
    assert used
    assert used <= defined
    boards = [a["aria-label"] for tag, a in reader.attributes if tag == "svg" and "role" in a]
    assert boards[0] is not None
    assert boards[0].startswith("The position after half-move 4: rnb1kbnr")


def test_a_flood_of_findings_is_counted_not_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html, "LIMIT", 3)
    games = tmp_path / "games.pgn"
    games.write_text(pgn("1. e4", "1/2-1/2") * 5, encoding="utf-8")
    main([str(games), "--html", str(tmp_path / "r.html"), "--jobs", "1"])
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert text.count("<article") == 3
    assert "2 more games are not drawn here" in text


def chromium(folder: Path, *arguments: str) -> str:
    """Run headless Chromium and return what it prints."""
    program = shutil.which("chromium", path=f"{os.environ['PATH']}:/usr/bin")
    assert program
    done = subprocess.run(
        [program, *CHROMIUM[1:], f"--user-data-dir={folder / 'profile'}", *arguments],
        capture_output=True,
        check=True,
        timeout=60,
    )
    return done.stdout.decode()


MEASURE = """<script>
const wide = [...document.querySelectorAll("body *")].filter(
  e => !e.closest(".wide, svg") && e.getBoundingClientRect().right > innerWidth + 1);
const boards = [...document.querySelectorAll("figure svg")].map(e => e.getBoundingClientRect());
const data = {width: innerWidth, page: document.documentElement.scrollWidth, title: document.title,
  wide: wide.map(e => e.outerHTML.slice(0, 80)), boards: boards.map(b => Math.round(b.width)),
  pieces: [...document.querySelectorAll("figure use")].filter(
    e => e.getBoundingClientRect().width > 5).length};
document.body.innerHTML = "<pre id=found>" + JSON.stringify(data) + "</pre>";
</script>"""


@pytest.mark.real("chromium")
@pytest.mark.parametrize("width", [500, 1200])  # headless Chromium has no window below 500
def test_in_a_browser_nothing_overflows(width: int, report: Path) -> None:
    import json

    page = report.with_name("measured.html")
    page.write_text(report.read_text(encoding="utf-8") + MEASURE, encoding="utf-8")
    dom = chromium(
        report.parent, f"--window-size={width},800", "--dump-dom", page.resolve().as_uri()
    )
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert found
    data = json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert data["title"] == "Audit: 6 games"
    assert data["wide"] == []
    assert data["page"] <= data["width"]
    assert data["boards"]
    assert all(250 < board < 400 for board in data["boards"])
    assert data["pieces"] > 80


@pytest.mark.real("chromium")
def test_on_screen_and_on_paper(report: Path) -> None:
    picture, paper = report.with_name("screen.png"), report.with_name("paper.pdf")
    chromium(report.parent, f"--screenshot={picture}", "--window-size=500,3000", report.as_uri())
    chromium(report.parent, f"--print-to-pdf={paper}", "--no-pdf-header-footer", report.as_uri())
    assert picture.stat().st_size > 20_000
    assert paper.read_bytes().startswith(b"%PDF-")
    pages = len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))
    assert 1 <= pages <= 4
