"""Every string of the page is in its catalogue: with a pseudo-locale that marks these, nothing is read without the marks."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import House
from tests.web.steps import offered
from tests.web.test_learn import played

UNTRANSLATED = (Path(__file__).parent / "untranslated.js").read_text(encoding="utf-8")
#: Names that occur in the data of these tests.
DATA = ["ann", "ben", "olga", "dan", "nz-blackjack", "mbs-blackjack", "pitboss"]


def marked(house: House, who: str, path: str) -> Page:
    """A page in the pseudo-locale."""
    page = house.page(who)
    page.add_init_script("localStorage.setItem('pitboss.locale', 'pseudo')")
    page.goto(path)
    expect(page.locator("h1, .scene").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    return page


def unmarked(page: Page) -> list[str]:
    table = re.findall(r"/(t\d+)\b", page.url)
    return list(page.evaluate(UNTRANSLATED, [*DATA, *table]))
