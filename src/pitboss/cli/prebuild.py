"""``python -m pitboss.cli.prebuild``: compiles the analyser and the kernels into the package, for this processor.

``make`` runs it after an install, so that the first ``pitboss hand`` or ``edge`` need not compile. The code is used
only where the sources, the versions and the processor are the same. With ``--portable`` it is compiled for a wheel
(``make wheel``): it runs on x86-64 processors with AVX2, on the operating system of the build.
"""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from typing import Final

from pitboss.compiled.native import (
    PORTABLE_PROCESSOR,
    PREBUILT_VARIABLE,
    cache_folder,
    portable_folder,
    prebuilt_folder,
)

#: Calls that need every compiled function of the everyday commands.
_CALLS: Final = (
    "hand nz-blackjack 8h,8c Ks",
    "edge nz-blackjack",
    "session nz-blackjack",
    "edge mbs-blackjack",
    "edge --rules 6D,SP21,RD2",
    "simulate nz-blackjack --rounds 1000",
    "simulate nz-blackjack --rounds 1000 -o super_sevens=true -w main=10 -w super_sevens=1",
    "simulate tribal-blackjack --rounds 1000",
    "simulate nz-blackjack --rounds 1000 --count hi-lo",
    "tournament simulate --players 7 --tournaments 1",
)


def prebuild(*, portable: bool = False) -> int:
    """Compiles into an empty folder and copies the result into the package; returns the number of failed calls."""
    failed = 0
    target = {"NUMBA_CPU_NAME": PORTABLE_PROCESSOR, "NUMBA_CPU_FEATURES": ""} if portable else {}
    with TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_CACHE_HOME": folder, PREBUILT_VARIABLE: "no"} | target
        for call in _CALLS:
            words = [word.replace(",", " ") for word in call.split()]
            command = [sys.executable, "-m", "pitboss", *words]
            done = subprocess.run(command, env=environment, capture_output=True, check=False)
            failed += done.returncode != 0
        built = Path(folder) / "pitboss" / cache_folder().name
        if built.is_dir() and portable:
            (objects,) = built.iterdir()
            _replace(portable_folder().parent, "portable-*")
            copytree(objects, portable_folder())
        elif built.is_dir():
            _replace(prebuilt_folder(), "kernel-*")
            copytree(built, prebuilt_folder())
    return failed


def _replace(folder: Path, stale: str) -> None:
    """Removes the code of these and of earlier sources."""
    for earlier in folder.parent.glob(stale):
        rmtree(earlier, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(1 if prebuild(portable="--portable" in sys.argv[1:]) else 0)
