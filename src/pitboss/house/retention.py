"""Settings of the archives and snapshots of a house."""

from msgspec import Struct


class Retention(Struct, frozen=True):
    """Which entries stay as rows: the latest ``keep`` of an open table, and those since its last archive; an archive
    is made of ``archive`` entries. 0 entries: nothing is archived. A snapshot is stored every ``snapshot`` entries."""

    keep: int = 256
    archive: int = 1024
    snapshot: int = 512
