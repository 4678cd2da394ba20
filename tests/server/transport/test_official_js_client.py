"""socket.io-client with socket.io-msgpack-parser on Node."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from tests.server.transport.edge_driver import Serving

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@pytest.fixture(scope="session")
def script(tmp_path_factory) -> Path:
    """The client's program, beside the libraries that it needs."""
    folder: Path = tmp_path_factory.mktemp("js")
    shutil.copy(HERE / "official_client.mjs", folder)
    installed = ROOT / "node_modules"
    if (installed / "socket.io-client").is_dir() and (installed / "socket.io-msgpack-parser").is_dir():
        (folder / "node_modules").symlink_to(installed)
    else:
        import subprocess

        packages = ["socket.io-client@4.8", "socket.io-msgpack-parser@3.0"]
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--silent", *packages], cwd=folder, check=True, timeout=120
        )
    return folder / "official_client.mjs"


async def test_the_official_js_client_just_works(either: Serving, script: Path):
    process = await asyncio.create_subprocess_exec("node", str(script), either.url, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(30):
        out, _ = await process.communicate()
    told = json.loads(out)
    assert "error" not in told, told
    assert (told["seat"], told["time"], told["transport"]) == (0, "number", "websocket")
    assert told["frames"] == list(range(told["after"] + 1, told["after"] + 6))
    assert told["unknown"] == {"refused": {"code": "message.unknown", "kind": "fly"}}
    assert not told["extensions"]
