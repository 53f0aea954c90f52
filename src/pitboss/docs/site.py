"""``python -m pitboss.docs.site``: the docs as a web site with search, which needs no server.

Pages keep their places: ``docs/how-to/python.md`` becomes ``docs/how-to/python.html``. Linked files are copied.
"""

import argparse
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from os.path import relpath
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from msgspec import Struct

from pitboss.extras import require

require("cli", "markdown_it", "pygments")  # both come with rich

from markdown_it import MarkdownIt  # noqa: E402 # after the check that it is installed
from markdown_it.token import Token  # noqa: E402
from pygments import highlight  # noqa: E402
from pygments.formatters import HtmlFormatter  # noqa: E402
from pygments.lexers import get_lexer_by_name  # noqa: E402
from pygments.util import ClassNotFound  # noqa: E402

#: The root of this checkout.
ROOT: Final = Path(__file__).parents[3]
#: The headings of the contents, and where their pages are.
GROUPS: Final = {
    "pitboss": (".", "docs", "docs/tutorial", "clients/typescript"),
    "How to": ("docs/how-to",),
    "Reference": ("docs/reference",),
    "The law": ("docs/law",),
    "Decisions": ("docs/decisions",),
}


class Section(Struct, frozen=True):
    """The text below one heading, as the search finds it."""

    url: str
    page: str
    heading: str
    text: str


class Page(Struct, frozen=True):
    """One page: its path from the root of the site, its title, its content and its sections."""

    path: Path
    title: str
    body: str
    sections: tuple[Section, ...]
    linked: tuple[Path, ...]


def source_pages(root: Path) -> list[Path]:
    """Returns the Markdown files of a checkout that are pages, relative to it."""
    folders = [folder for group in GROUPS.values() for folder in group]
    return [path.relative_to(root) for folder in folders for path in sorted((root / folder).glob("*.md"))]


def html_path(source: Path) -> Path:
    """Returns where a page is on the site; a README is the index of its folder."""
    return source.with_name("index.html") if source.name == "README.md" else source.with_suffix(".html")


def heading_id(text: str) -> str:
    """Returns the anchor of a heading, as links in the docs name it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def render_page(root: Path, source: Path, sources: Iterable[Path]) -> Page:
    """Renders a page. Links to other pages and to files of the checkout work on the site, too."""
    parser = MarkdownIt("commonmark", {"html": True, "highlight": _highlighted}).enable("table")
    tokens = parser.parse((root / source).read_text(encoding="utf-8"))
    known, linked = set(sources), []
    for token in _inlines(tokens):
        for name in ("href", "src"):
            link = token.attrGet(name)
            if isinstance(link, str) and not re.match(r"[a-z]+:|#", link):
                path, hash_, anchor = link.partition("#")
                target = Path(relpath((root / source).parent / unquote(path), root))
                if target in known:
                    there = relpath(html_path(target), html_path(source).parent)
                    token.attrSet(name, f"{there}{hash_}{anchor}")
                else:
                    linked.append(target)
    sections = tuple(_sections(tokens, html_path(source)))
    title = sections[0].heading if sections else source.stem
    return Page(html_path(source), title, parser.renderer.render(tokens, parser.options, {}), sections, tuple(linked))


def _inlines(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _inlines(token.children or ())


def _sections(tokens: Sequence[Token], path: Path) -> Iterator[Section]:
    """Yields the sections of a page; sets the ids of its headings."""
    title, url, heading, text = "", path.as_posix(), "", list[str]()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            if heading:
                yield Section(url, title, heading, " ".join(text))
            heading = _plain(tokens[place + 1])
            title, text = title or heading, []
            token.attrSet("id", heading_id(heading))
            url = f"{path.as_posix()}#{heading_id(heading)}"
        elif token.type in ("inline", "fence") and tokens[place - 1].type != "heading_open":
            text.append(_plain(token))
    if heading:
        yield Section(url, title, heading, " ".join(text))


def _plain(token: Token) -> str:
    """Returns the text of a token without marks."""
    if token.children is None:
        return token.content
    return "".join(" " if child.type == "softbreak" else child.content for child in token.children)


def _highlighted(code: str, language: str, _attributes: str) -> str:
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return escape(code)
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def build_site(root: Path, out: Path, sources: Sequence[Path]) -> list[Page]:
    """Writes the site of these pages of a checkout to a folder; returns the pages."""
    pages = [render_page(root, source, sources) for source in sources]
    titles = {page.path: page.title for page in pages}
    for page in pages:
        target = out / page.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_document(page, titles), encoding="utf-8")
        for linked in page.linked:
            _copy(root, out, linked)
    ranked = sorted(pages, key=lambda page: page.path.stem == "CHANGELOG")  # of equal finds, what is now comes first
    index = [[section.url, section.page, section.heading, section.text] for page in ranked for section in page.sections]
    (out / "search-index.js").write_text(f"const INDEX = {json.dumps(index, ensure_ascii=False)};\n", encoding="utf-8")
    style = HtmlFormatter(style="default").get_style_defs("pre")
    (out / "site.css").write_text(f"{_asset('site.css')}\n{style}\n", encoding="utf-8")
    (out / "site.js").write_text(_asset("site.js"), encoding="utf-8")
    return pages


def _copy(root: Path, out: Path, linked: Path) -> None:
    """Copies a file that a page links to; of a folder, the list of its files."""
    if ".." in linked.parts:
        return
    target = out / linked
    target.parent.mkdir(parents=True, exist_ok=True)
    if (root / linked).is_file():
        shutil.copyfile(root / linked, target)
    elif (root / linked).is_dir() and not (target / "index.html").exists():
        target.mkdir(exist_ok=True)
        names = sorted(path.name for path in (root / linked).iterdir() if path.is_file())
        for name in names:
            shutil.copyfile(root / linked / name, target / name)
        items = "".join(f'<li><a href="{escape(name)}">{escape(name)}</a></li>' for name in names)
        (target / "index.html").write_text(f"<!doctype html><title>{linked}</title><ul>{items}</ul>", encoding="utf-8")


def _asset(name: str) -> str:
    return files("pitboss.docs").joinpath("assets", name).read_text(encoding="utf-8")


def _document(page: Page, titles: Mapping[Path, str]) -> str:
    up = "../" * (len(page.path.parts) - 1)
    return _asset("page.html").format(
        title=escape(page.title), up=up, contents="".join(_contents(page, titles)), body=page.body
    )


def _contents(page: Page, titles: Mapping[Path, str]) -> Iterator[str]:
    """Yields the contents; the group of the page is open."""
    for group, folders in GROUPS.items():
        inside = [path for path in titles if path.parent.as_posix() in folders]
        if not inside:
            continue
        links = "".join(
            f'<li><a href="{relpath(path, page.path.parent)}"{" aria-current=page" * (path == page.path)}>'
            f"{escape(titles[path])}</a></li>"
            for path in inside
        )
        yield f"<details{' open' * (page.path in inside)}><summary>{group}</summary><ul>{links}</ul></details>"


def main(arguments: Sequence[str] | None = None) -> None:
    """Builds the site."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.docs.site", description="Build the docs as a web site.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the folder (default: build/site)")
    given = parser.parse_args(arguments)
    pages = build_site(ROOT, given.out, source_pages(ROOT))
    print(f"{len(pages)} pages: open {given.out / 'index.html'}")


if __name__ == "__main__":
    main()
