"""What `pitboss serve` says as it begins: who is to be added, to the same house, and no password."""

from pitboss.cli.serve import _announcement, _shown_address


def test_it_names_the_database_to_which_an_operator_is_added() -> None:
    for named, shown in (
        ("", ""),
        ("house.db", " --database house.db"),
        ("sqlite:///my house.db", " --database 'my house.db'"),  # as a shell takes it
        ("postgresql://pit:secret@db/house", " --database 'postgresql+psycopg://pit:***@db/house'"),
    ):
        first, last = _announcement("http://127.0.0.1:8021", _shown_address(named), practice=False).splitlines()
        assert first == "pitboss serves at http://127.0.0.1:8021"
        assert last == f"Press Ctrl-C to stop.  To open tables yourself: pitboss user add NAME --role operator{shown}"
