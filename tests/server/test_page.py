"""Static files of the page."""

from pitboss.server.page import built_page
from tests.server import rest
from tests.server.conftest import Served


def test_assets_are_compressed_and_cached_and_the_page_is_not(served: Served) -> None:
    folder = built_page()
    assert folder, "the page is not built: make page"
    script = next((folder / "assets").glob("index-*.js"))
    answer = rest.get(f"{served.url}/assets/{script.name}", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == script.read_text(encoding="utf-8")
    assert rest.get(f"{served.url}/tables/t1", headers={"accept": "text/html"}).headers["cache-control"] == "no-cache"
    missing = rest.get(f"{served.url}/assets/nothing.js")
    assert missing.status_code == 404
    assert "immutable" not in missing.headers.get("cache-control", "")


def test_a_page_without_cloths_of_rulebooks_links_to_none(served: Served) -> None:
    assert "cloths.css" not in rest.get(served.url, headers={"accept": "text/html"}).text
    assert rest.get(f"{served.url}/cloths.css").text == ""
