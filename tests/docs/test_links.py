"""Every link on a page leads to something that is there, to the heading; and every page is in the table of contents."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^ *```.*?^ *```", re.M | re.S)


def links(page: Path) -> list[str]:
    """Where a page leads on this disk."""
    found = LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
    return [link for link in found if not link.startswith(("http://", "https://", "mailto:"))]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as a link names them."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in anchors(target), link


def test_the_table_of_contents_has_every_page() -> None:
    contents = ROOT / "docs" / "README.md"
    named = {(contents.parent / link.partition("#")[0]).resolve() for link in links(contents)}
    written = {page for page in PAGES if page.parent.name in ("how-to", "tutorial", "reference")}
    assert written
    assert written <= named
