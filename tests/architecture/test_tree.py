"""What must not be in the tree: paths on somebody's machine, download addresses, fetched code."""

import json
import re
import tomllib

from tests.architecture.tree import ROOT, files

BINARY = {".png", ".jpg", ".webp", ".woff2", ".ico", ".mp3", ".ogg", ".msgpack"}
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w")


def test_no_file_names_a_path_of_somebody_s_machine():
    assert _lines_that(MACHINE, files()) == []


def test_the_lock_files_hold_hashes_and_no_addresses():
    for lock in files(".lock"):
        text = (ROOT / lock).read_text()
        pinned = re.findall(r"^\S+==\S+ \\$", text, re.MULTILINE)
        assert pinned, lock
        assert "://" not in text, lock
        assert text.count("--hash=sha256:") >= len(pinned), lock


def test_the_lock_of_the_client_holds_hashes_and_no_addresses():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert packages
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if not package.get("integrity", "").startswith("sha512-")] == []


def test_what_we_depend_on_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {_name(entry) for entry in project["dependencies"]}
    for lock in ("run.lock", "dev.lock"):
        pinned = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements" / lock).read_text(), re.MULTILINE))
        assert wanted <= pinned, lock


def test_the_oldest_versions_that_are_tested_are_the_oldest_that_are_allowed():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    tested = re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "requirements" / "oldest.in").read_text(), re.MULTILINE)
    lock = (ROOT / "requirements" / "oldest.lock").read_text()
    assert len(tested) == 3
    for name, version in tested:
        assert any(entry.startswith(f"{name}>={version},<") for entry in wanted), name
        assert f"{name}=={version} \\\n" in lock, name


def test_actions_are_pinned_by_commit():
    used = re.findall(r"uses: (\S+)", "".join((ROOT / name).read_text() for name in files(".yml")))
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action)] == []


def test_nothing_is_left_to_do_later():
    later = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
    assert _lines_that(later, files(".py", ".js", ".mjs", ".css", ".html", ".md", ".lua")) == []


def test_every_dependency_has_a_decision():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    client = json.loads((ROOT / "package.json").read_text())
    decided = "".join(path.read_text() for path in sorted((ROOT / "docs" / "decisions").glob("*.md")))
    dev = project["optional-dependencies"]["dev"]
    for name in [_name(entry) for entry in project["dependencies"] + dev] + [
        *client["dependencies"],
        *client["devDependencies"],
    ]:
        assert f"`{name}`" in decided, f"docs/decisions/ says nothing about {name}"


def _name(entry):
    return re.split(r"[^\w-]", entry)[0].lower()


def _lines_that(pattern, paths):
    found = []
    for path in paths:
        if path.suffix in BINARY:
            continue
        for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path}:{number}: {line.strip()[:100]}")
    return found
