"""What README and docs promise: their commands run, their links work, their tables are complete."""

import os
import re
import subprocess
import sys
from typing import get_args

import msgspec
import pytest

from server.protocol import messages
from tests.architecture.tree import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
COMMANDS = sorted(
    {
        line
        for page in READMES
        for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    }
)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(command):
    path = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    run = subprocess.run(
        command, shell=True, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr


def test_the_two_readmes_show_the_same_commands_and_links():
    links = [sorted(set(_links(page)) - {"README.md", "README.zh-CN.md"}) for page in READMES]
    assert links[0] == links[1]
    makes = [
        re.findall(r"^    (make \w+|docker .*)", page.read_text(encoding="utf-8"), re.MULTILINE) for page in READMES
    ]
    assert makes[0] == makes[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page):
    lost = [link for link in _links(page) if "://" not in link and not (page.parent / link.partition("#")[0]).exists()]
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_that_is_named_exists(page):
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^    |`)make ([\w-]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets


def test_the_protocol_names_every_kind_with_every_field():
    rows = re.findall(r"^\| (`\w+`(?: `\w+`)*) \| (.*?) \|", (ROOT / "docs" / "protocol.md").read_text(), re.MULTILINE)
    told = {kind: row for kinds, row in rows for kind in re.findall(r"`(\w+)`", kinds)}
    kinds = {struct.__struct_config__.tag: struct for struct in get_args(messages.PlayerMessage)}
    assert set(kinds) <= set(told)
    for kind, struct in kinds.items():
        for field in msgspec.structs.fields(struct):
            assert field.encode_name in told[kind], f"{kind}: {field.encode_name}"


def _links(page):
    return re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
