"""The parts of the page as the server gives them."""

from pitboss.server.page import built_page
from tests.server import asking
from tests.server.conftest import Served


def test_parts_are_compressed_and_kept_and_the_page_itself_is_not(served: Served) -> None:
    folder = built_page()
    assert folder, "the page is not built: make page"
    script = next((folder / "assets").glob("index-*.js"))
    answer = asking.get(f"{served.url}/assets/{script.name}", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == script.read_text(encoding="utf-8")
    assert asking.get(f"{served.url}/tables/t1", headers={"accept": "text/html"}).headers["cache-control"] == "no-cache"
    missing = asking.get(f"{served.url}/assets/nothing.js")
    assert missing.status_code == 404
    assert "immutable" not in missing.headers.get("cache-control", "")
