"""How much a browser fetches: before a table can be played at, and before it has every view of the page."""

import gzip
import re
from pathlib import Path

import pytest

from pitboss.server.page import built_page

#: Compressed, in KB: what a table needs before it is drawn, and the whole page with its fonts.
AT_FIRST = 100
ALTOGETHER = 200


@pytest.fixture
def page() -> Path:
    folder = built_page()
    assert folder, "the page is not built: make page"
    return folder


def _kilobytes(files: list[Path]) -> float:
    return sum(len(gzip.compress(path.read_bytes())) for path in files) / 1024


def _describes(path: Path) -> bool:
    """Whether it is a part of /docs, which only programmers fetch."""
    return path.name.startswith(("docs", "swagger-ui"))


def test_a_table_is_there_after_little(page: Path) -> None:
    index = page / "index.html"
    named = re.findall(r'(?:src|href)="\./([^"]+\.(?:js|css))"', index.read_text(encoding="utf-8"))
    assert len(named) >= 2
    assert _kilobytes([index, *(page / name for name in named)]) <= AT_FIRST


def test_the_page_is_small(page: Path) -> None:
    files = [path for path in page.rglob("*") if path.suffix in (".html", ".js", ".css") and not _describes(path)]
    assert len(files) > 5
    fonts = list(page.rglob("*.woff2"))
    assert len(fonts) == 2
    assert _kilobytes(files + fonts) <= ALTOGETHER
