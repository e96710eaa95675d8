"""The command help and the manual page."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from plyscope.cli.commands import command_line
from plyscope.cli.manual import help_on, manual_page, roff
from plyscope.messages import OptionError


def test_help_on_a_command_names_its_options() -> None:
    text = help_on(command_line, "why")
    assert text.startswith("Usage: plyscope why [OPTIONS] TRACE|SOURCE")
    assert "--frame N" in text


def test_help_on_what_is_no_command_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no command nothing"):
        help_on(command_line, "nothing")


def test_the_manual_page_holds_every_command_and_every_option() -> None:
    page = manual_page(command_line).replace("\\-", "-")
    missing = [
        f"{name} {option}"
        for name, command in command_line.commands.items()
        for parameter in command.params
        if parameter.param_type_name == "option"
        for option in parameter.opts
        if f"plyscope {name}" not in page or option not in page
    ]
    assert missing == []


def test_nothing_in_a_text_is_taken_for_a_request() -> None:
    assert roff(".TH -x \\n") == "\\&.TH \\-x \\en"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_no_warnings() -> None:
    done = subprocess.run(
        ["groff", "-k", "-man", "-Tutf8", "-ww"],
        input=manual_page(command_line),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "again after a crash" in done.stdout
