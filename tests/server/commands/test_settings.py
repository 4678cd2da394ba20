"""Settings come only from the environment, are checked, and are explained."""

import logging
import stat
from pathlib import Path

import pytest

from server.base.settings import MEANINGS, Settings, SettingsError, settings, shown


def test_without_any_the_table_is_open_to_the_network_on_port_8000():
    chosen = settings({})
    assert (chosen.host, chosen.port, chosen.store, chosen.workers) == ("0.0.0.0", 8000, "", 1)


def test_each_setting_is_named_after_its_field():
    chosen = settings({"PAIJU_PORT": "9000", "PAIJU_NAMES": "cards.example.org, example.org", "PAIJU_EDGE": "stock"})
    assert (chosen.port, chosen.names, chosen.edge) == (9000, ("cards.example.org", "example.org"), "stock")


def test_an_empty_setting_is_not_set():
    assert settings({"PAIJU_PORT": " ", "PAIJU_STORE": ""}) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PAIJU_PORT", "99999"),
        ("PAIJU_PORT", "eighty"),
        ("PAIJU_WORKERS", "0"),
        ("PAIJU_EDGE", "sharp"),
        ("PAIJU_LOG", "loud"),
        ("PAIJU_ROOMS", "-1"),
        ("PAIJU_ADMIN", "9100"),
        ("PAIJU_ADMIN", "127.0.0.1:metrics"),
        ("PAIJU_ADMIN", "127.0.0.1:0"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(name, value):
    with pytest.raises(SettingsError, match=f"^{name} is '{value}': "):
        settings({name: value})


def test_the_admin_address_is_a_host_and_a_port():
    assert settings({}).admin_address is None
    assert settings({"PAIJU_ADMIN": "127.0.0.1:9100"}).admin_address == ("127.0.0.1", 9100)
    assert settings({"PAIJU_ADMIN": "[::1]:9100"}).admin_address == ("::1", 9100)


def test_a_name_that_means_nothing_is_warned_of(caplog):
    with caplog.at_level(logging.WARNING):
        settings({"PAIJU_PROT": "9000", "OTHER_PROT": "1"})
    assert caplog.messages == ["PAIJU_PROT is not a setting; did you mean PAIJU_PORT?"]


def test_every_setting_is_explained_and_no_other():
    assert list(MEANINGS) == list(Settings.__struct_fields__)


@pytest.mark.parametrize(
    ("store", "printed"),
    [
        ("rediss://user:secret@db.example.org:6380/0", "rediss://user:***@db.example.org:6380/0"),
        ("redis://:secret@db.example.org", "redis://:***@db.example.org"),
        ("unix:///run/valkey.sock", "unix:///run/valkey.sock"),
    ],
)
def test_a_password_is_never_printed(store, printed):
    rows = {variable: value for variable, value, _ in shown(settings({"PAIJU_STORE": store}))}
    assert rows["PAIJU_STORE"] == printed


def test_the_data_folder_is_where_the_user_keeps_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert settings({}).folder == tmp_path / "paiju"
    assert settings({"PAIJU_DATA": "table"}).folder == Path("table").resolve()


def test_reading_settings_makes_no_files(tmp_path):
    assert not settings({"PAIJU_DATA": str(tmp_path / "new")}).folder.exists()
    assert stat.S_ISDIR(tmp_path.stat().st_mode)
