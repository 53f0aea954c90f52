"""Every block of the pages runs and prints what the page shows."""

from pathlib import Path

import pytest

from tests.docs.blocks import Block, calls, edit, matches, parse_blocks, reduce_sizes
from tests.docs.pages import PAGES, ROOT, Page

BLOCKS = [block for page in PAGES for block in parse_blocks(page.read_text(encoding="utf-8"), page.name)]
WITH_BLOCKS = [page for page in PAGES if any(block.is_run for block in parse_blocks(page.read_text("utf-8"), ""))]


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_blocks_of_a_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    with Page(page, tmp_path) as opened:
        wrong = opened.run()
    assert not wrong, "\n\n".join(wrong)


def test_few_blocks_are_not_run() -> None:
    left_out = [block.place for block in BLOCKS if "not run" in block.directives]
    assert len(left_out) < sum(block.is_run for block in BLOCKS) / 4, left_out


def test_a_block_that_is_not_run_says_why() -> None:
    assert [block.place for block in BLOCKS if block.directives.get("not run", "why") == ""] == []


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_with_commands_says_how_pitboss_gets_on_the_path(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    uses = any("pitboss " in block.text for block in parse_blocks(text, "") if block.language in ("sh", "console"))
    assert not uses or ". .venv/bin/activate" in text


# --- the parser and the comparison


def parse(text: str) -> list[Block]:
    return list(parse_blocks(text, "page"))


def test_parse_a_block_with_its_directive_and_indentation() -> None:
    (block,) = parse("text\n\n   <!-- exit: 2 -->\n   ```console\n   $ false\n     x\n   ```\n")
    assert block == Block("page:4", "console", "$ false\n  x\n", {"exit": "2"})
    assert [(call.command, call.output) for call in calls(block)] == [("false", "  x\n")]


@pytest.mark.parametrize("text", ["```\nx\n```\n", "```cobol\nx\n```\n", "<!-- skip: it fails -->\n```sh\nx\n```\n"])
def test_an_unknown_language_or_directive_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="page:1: "):
        parse(text)


def test_a_console_block_begins_with_a_command() -> None:
    (block,) = parse("```console\nnothing\n```\n")
    with pytest.raises(ValueError, match="begins with"):
        list(calls(block))


@pytest.mark.parametrize(
    ("expected", "printed", "equal"),
    [
        ("a\nb\n", "a  \nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("…\nc\n", "a\nb\nc\n", True),
        ("…\nc\n", "c\n", True),
        ("a\n…\nc\n", "a\nc\n", True),
        ("a\n…\nd\n", "a\nc\n", False),
        ("in … s", "in 3 s", True),
        ("1.5", "1x5", False),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_compare_an_output(expected: str, printed: str, equal: bool) -> None:
    assert matches(expected, printed) is equal


def test_sizes_are_reduced() -> None:
    assert reduce_sizes("pitboss simulate x --rounds 1e9 --seed 1") == "pitboss simulate x --rounds 2e5 --seed 1"


def test_edits_of_a_file(tmp_path: Path) -> None:
    for directive in ("file: a/b.txt", "append: a/b.txt", "insert: a/b.txt: one", "replace: a/b.txt: two"):
        text = {"f": "one\n", "a": "two\n", "i": "half\n", "r": "TWO\n"}[directive[0]]
        (block,) = parse(f"<!-- {directive} -->\n```text\n{text}```\n")
        assert edit(block, tmp_path)
    assert (tmp_path / "a/b.txt").read_text(encoding="utf-8") == "one\nhalf\n\nTWO\n"
    (block,) = parse("<!-- insert: a/b.txt: three -->\n```text\nx\n```\n")
    with pytest.raises(ValueError, match="has no line 'three'"):
        edit(block, tmp_path)


FALSE_PAGES = {
    "a wrong output": "```console\n$ echo 1\n2\n```\n",
    "a wrong exit code": "```console\n$ false\n```\n",
    "a failing script": "```sh\nfalse\ntrue\n```\n",
    "a wrong print": "```python\nprint(1)\n```\n\n```output\n2\n```\n",
    "an output that is not shown": "```python\nprint(1)\n```\n",
    "an exception": "```python\n1 / 0\n```\n",
    "a file that fails": "```pit\ntitle: x\nrulebook: mbs-blackjack\ncards: Ts 9c Th 9d\n---\nann: bet 1 10\n"
    "house: deal\nann: stand 1\n? net ann -10\n```\n",
}


@pytest.mark.parametrize("text", FALSE_PAGES.values(), ids=FALSE_PAGES)
def test_a_page_that_is_not_true_is_noticed(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.docs.pages.ROOT", tmp_path)
    page, folder = tmp_path / "page.md", tmp_path / "folder"
    page.write_text(text, encoding="utf-8")
    folder.mkdir()
    with Page(page, folder) as opened:
        assert opened.run()
