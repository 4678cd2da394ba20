"""Opens Paiju's page in the browser once the server answers; does nothing if there is no screen."""

import os
import sys
import time
import urllib.error
import urllib.request
import webbrowser

PAGE = f"http://localhost:{os.environ.get('PAIJU_PORT', '8000')}/"
PATIENCE_S = 60


def screen() -> bool:
    """Is there a screen? Without one, `webbrowser` would start a text browser in this terminal."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or bool(named)


def answers() -> bool:
    try:
        with urllib.request.urlopen(PAGE + "healthz", timeout=1) as answer:  # noqa: S310 - a constant http address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__" and screen() and not os.environ.get("CI"):
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends and not answers():
        time.sleep(0.2)
    if answers():
        webbrowser.open(PAGE)
