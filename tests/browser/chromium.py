"""The browser that tests and pictures use."""

from __future__ import annotations

import os
import shutil

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def found() -> str:
    """Where Chromium is; a clear sentence where it is not."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert chromium, "Chromium is missing: apt-get install chromium, or CHROMIUM=/its/path"
    return chromium
