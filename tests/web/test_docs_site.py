"""The site of the docs in Chromium: its search, and its pages on a phone."""

from pathlib import Path

from playwright.sync_api import Browser

from pitboss.docs.site import ROOT, build_site

PAGES = [Path("README.md"), Path("CHANGELOG.md"), Path("docs/how-to/environments.md"), Path("docs/how-to/python.md")]


def test_a_page_fits_a_phone_begins_with_its_title_and_is_found(browser: Browser, tmp_path: Path) -> None:
    build_site(ROOT, tmp_path, PAGES)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        page.goto((tmp_path / "docs" / "how-to" / "environments.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.locator("main h1").bounding_box()["y"] < 300  # type: ignore[index]
        page.locator("#search").fill("illegal act")
        assert page.locator("#found a").first.inner_text().startswith("Environments for Gymnasium")
        assert page.locator("#found p").first.inner_text().split()[0] in (
            (ROOT / "docs" / "how-to" / "environments.md").read_text(encoding="utf-8")
        )
        page.locator("#search").fill("zzzxq")
        assert page.locator("#found").inner_text() == "Nothing was found."
    finally:
        page.close()
