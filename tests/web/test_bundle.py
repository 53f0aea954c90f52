"""How much a browser fetches before it has every view of the page."""

import gzip

from pitboss.server.page import built_page

#: Compressed bytes of everything but the faces of the cards, which are pictures that come when they are dealt.
MOST = 150_000


def test_the_page_is_small() -> None:
    folder = built_page()
    assert folder, "the page is not built: make page"
    files = [path for path in folder.rglob("*") if path.suffix in (".html", ".js", ".css")]
    assert len(files) > 5
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < MOST
