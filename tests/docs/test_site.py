"""The site of the docs: its links lead to files and headings, and its index finds a sentence."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

from pitboss.docs.site import ROOT, build_site, source_pages

LINK = re.compile(r'(?:href|src)="([^"]+)"')


def test_links_of_the_site_lead_somewhere_and_its_index_has_the_text(tmp_path: Path) -> None:
    sources = [path for path in source_pages(ROOT) if path.parent.name not in ("law", "reference", "decisions")]
    pages = {page.path: page for page in build_site(ROOT, tmp_path, sources)}
    assert {Path("index.html"), Path("docs/index.html"), Path("docs/how-to/python.html")} <= pages.keys()
    for path in pages:
        text = (tmp_path / path).read_text(encoding="utf-8")
        for link in LINK.findall(text):
            target, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link) or re.search(r"(law|reference|decisions)/", link):
                continue
            file = (tmp_path / path.parent / unquote(target)).resolve() if target else tmp_path / path
            assert file.exists(), (path, link)
            if anchor and file.suffix == ".html":
                assert f'id="{anchor}"' in file.read_text(encoding="utf-8"), (path, link)
    index = json.loads((tmp_path / "search-index.js").read_text(encoding="utf-8").removeprefix("const INDEX = ")[:-2])
    found = {url: text for url, _, _, text in index}
    assert [page for _, page, _, _ in index][-1] == "Changelog"
    assert "A strict table raises" in found["docs/how-to/python.html#a-table"]
