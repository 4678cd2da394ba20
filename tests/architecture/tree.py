"""The project's files: what is written by hand, not what was fetched or built."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_OURS = {".git", ".venv", "node_modules", "vendor", "__pycache__", "data", "build"}


def files(*suffixes: str) -> Iterator[Path]:
    """Files with these suffixes (all, without any), as paths from the root."""
    yield from sorted(path.relative_to(ROOT) for path in _walk(ROOT) if not suffixes or path.suffix in suffixes)


def _walk(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir():
            hidden = path.name.startswith(".") and path.name not in (".ci", ".github")
            if not (hidden or path.name in NOT_OURS or path.name.endswith(".egg-info") or _built(path)):
                yield from _walk(path)
        elif path.is_file() and not path.name.startswith(".coverage"):
            yield path


def _built(folder: Path) -> bool:
    return folder.name in ("dist", "shots") and folder.parent in (ROOT, ROOT / "static")
