"""Prints an HTML report as PDF by a Chromium of the system."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pitboss.cli.options import BadUsage

#: The programs that print, and the variable with the path of another one.
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
BROWSER_VARIABLE: Final = "PITBOSS_CHROMIUM"
_SECONDS: Final = 120


def find_browser() -> str:
    """Returns the path of the browser that prints; raises BadUsage if there is none."""
    named = os.environ.get(BROWSER_VARIABLE)
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        what = f"{named} is not a program" if named else "no Chromium or Chrome was found"
        raise BadUsage(f"a PDF is printed by a browser, and {what}: install one, set {BROWSER_VARIABLE} or write .html")
    return found


def write_pdf(page: str, out: Path) -> None:
    """Prints a page to a file; raises BadUsage if the browser fails."""
    browser = find_browser()
    with TemporaryDirectory(prefix="pitboss-") as folder:
        source, printed = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_text(page, encoding="utf-8")
        call = [browser, "--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer"]
        call += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", source.as_uri()]
        try:
            subprocess.run(call, capture_output=True, timeout=_SECONDS, check=True)
            out.write_bytes(printed.read_bytes())
        except subprocess.TimeoutExpired:
            raise BadUsage(f"{browser} did not print the report within {_SECONDS} s") from None
        except subprocess.CalledProcessError as error:
            raise BadUsage(f"{browser} failed with exit code {error.returncode}") from None
        except OSError as error:
            raise BadUsage(f"{out}: {error.strerror}") from None
