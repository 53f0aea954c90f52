"""Memory that the C allocator keeps although it is free goes back to the operating system while a server runs."""

import asyncio
import ctypes
import sys
from pathlib import Path

import pytest
import uvicorn

from pitboss.server import run
from pitboss.server.memory import allocator_trim, release_free_memory

BLOCK, BLOCKS = 8192, 4000


def anonymous_kb() -> int:
    """Anonymous memory of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon"))


def test_free_blocks_below_a_used_one_are_released() -> None:
    libc = ctypes.CDLL(None)
    libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    blocks = [libc.malloc(BLOCK) for _ in range(BLOCKS)]
    for block in blocks:
        ctypes.memset(block, 1, BLOCK)
    for block in blocks[:-1]:  # the last one keeps the top of the heap
        libc.free(block)
    before = anonymous_kb()
    release_free_memory()
    released = before - anonymous_kb()
    assert allocator_trim() is None or released > BLOCK * BLOCKS // 1024 // 2
    libc.free(blocks[-1])


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert allocator_trim() is None
    release_free_memory()
    monkeypatch.setattr(sys, "platform", "win32")
    assert allocator_trim() is None


def test_a_server_releases_free_memory_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    released: list[int] = []
    tick = 0
    monkeypatch.setattr(run, "release_free_memory", lambda: released.append(tick))
    server = run.GracefulServer(uvicorn.Config(lambda: None), None)  # type: ignore[arg-type]
    for tick in range(1201):
        if tick % 100 == 0:  # the others differ in nothing
            assert not asyncio.run(server.on_tick(tick))
    assert released == [0, 600, 1200]
