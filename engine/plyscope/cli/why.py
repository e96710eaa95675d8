"""The command why: where a value comes from, and why a branch was cut."""

from __future__ import annotations

import click

from plyscope.cli.group import command_line, exit_status_of, json_option, verify_option
from plyscope.cli.options import SearchRequest, open_or_record, search_options
from plyscope.messages import OptionError


@command_line.command()
@click.argument("source", metavar="TRACE|SOURCE")
@click.option(
    "--frame", type=click.IntRange(min=0), default=0, metavar="N", help="the frame to explain; default: the root"
)
@search_options
@verify_option
@json_option
def why(source: str, frame: int, request: SearchRequest, verify: bool, as_json: bool) -> int:
    """Explain a frame's value, its α and its β, and why it was cut; for the root also what proves its value."""
    from plyscope.cli.tables import print_facts, print_json
    from plyscope.text.explanation import why_facts

    recorded = open_or_record(source, request, verify)
    trace = recorded.trace
    if frame >= len(trace):
        raise OptionError("there is no frame {frame}; they are 0 to {last}", frame=frame, last=len(trace) - 1)
    facts = why_facts(trace, frame)
    if as_json:
        print_json(facts)
        return exit_status_of(recorded)
    print_facts(
        [
            ("frame", facts["frame"]),
            ("node", trace.name_of(frame)),
            ("moves", " ".join(map(trace.shown_text, facts["path"])) or "none: the root"),
            ("side", (facts["kind"] or "").upper()),
            ("value", None if facts["value"] is None else trace.value_text(frame)),
        ]
    )
    print()
    for sentence in facts["sentences"]:
        print(sentence)
    return exit_status_of(recorded)
