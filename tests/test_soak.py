"""The record of soaks: what is counted, and what is said of a slice that failed or did not end."""

from pathlib import Path

from tests.soak import Outcome, Slice, append, listed_ids, outcome_of, passed, row, slices, whole_files

REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="test_one[0]"/>
<testcase classname="tests.a" name="test_one[1]"><failure message="no"/></testcase>
<testcase classname="tests.a" name="test_one[1]"><error message="nor its teardown"/></testcase>
<testcase classname="tests.a" name="test_two"><skipped message="no compiler"/></testcase>
</testsuite></testsuites>"""


def test_a_file_is_a_slice_unless_it_has_too_many_tests() -> None:
    tests = [*(f"a.py::t[{n}]" for n in range(5)), "b.py::t"]
    cut = list(slices(tests, 2))
    assert [part.name for part in cut] == ["a.py 1/3", "a.py 2/3", "a.py 3/3", "b.py"]
    assert [test for part in cut for test in part.tests] == tests


def test_tests_that_are_chosen_by_id_are_not_recorded_as_their_file() -> None:
    cut = list(slices(["a.py::t[0]", "a.py::t[1]", "b.py::t"], 2, ["a.py::t[0]", "a.py::t[1]", "b.py"]))
    assert [part.name for part in cut] == ["a.py::t[0]", "a.py::t[1]", "b.py"]
    assert [part.name for part in slices(["a.py::t[x y/z]"], 2, ["a.py::t"])] == ["a.py::t"]
    assert whole_files({"a.py::t[x y/z]", "a.py::t 1/2", "a.py::t 2/2"}) == {"a.py::t"}


def test_tests_that_share_an_id_are_listed_once() -> None:
    listing = "a.py::t[0]\na.py::operation\na.py::operation\n\n3 tests collected\n"
    assert listed_ids(listing) == ["a.py::t[0]", "a.py::operation"]


def test_each_test_counts_once_and_a_failed_one_is_named(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    outcome = outcome_of(report)
    assert outcome == Outcome(3, ("tests.a::test_one[1]",), 1)
    line = row(Slice("a.py", ("x",) * 3), outcome, 61.4, 2, at="2026-11-17 10:00", head="abc+")
    assert line == "| 2026-11-17 10:00 | abc+ | a.py | 3 | 1 | 1 | 1 | 61 | 2 | tests.a::test_one[1] |\n"


def test_the_record_begins_with_its_head_and_only_grows(tmp_path: Path) -> None:
    record = tmp_path / "soaks.md"
    for line in ("| one |\n", "| two |\n"):
        append(record, line)
    text = record.read_text()
    assert text.startswith("# Soaks that were run\n")
    assert text.endswith("|---|---|---|---|---|---|---|---|---|---|\n| one |\n| two |\n")


def test_a_slice_is_missing_until_it_has_passed(tmp_path: Path) -> None:
    record = tmp_path / "soaks.md"
    assert passed(record) == set()
    good, bad = Outcome(3, (), 1), Outcome(3, ("tests.a::test_one",), 0)
    for name, outcome in (("a.py 1/2", good), ("a.py 2/2", bad), ("b.py", bad), ("b.py", good)):
        append(record, row(Slice(name, ("x",) * 3), outcome, 1.0, 1, at="2026-11-17 10:00", head="abc"))
    assert passed(record) == {"a.py 1/2", "b.py"}


def test_a_file_has_passed_when_all_slices_of_one_size_have() -> None:
    assert whole_files({"a.py 1/2", "a.py 2/2", "a.py 1/4", "b.py 1/2", "b.py 2/3", "c.py"}) == {"a.py"}
