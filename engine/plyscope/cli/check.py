"""The command check: a recording held against the laws of its search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from plyscope.cli.group import command_line, exit_status_of, json_option, verify_option
from plyscope.cli.options import SearchRequest, open_or_record, search_options

HAS_BUGS = 4
"""The exit status where a recording has bugs."""
WORDS = {"bugs": "bug", "waste": "waste", "flags": "unusual"}
"""What stands before the deviations in each list."""


@command_line.command()
@click.argument("source", metavar="TRACE|SOURCE")
@search_options
@verify_option
@json_option
def check(source: str, request: SearchRequest, verify: bool, as_json: bool) -> int:
    """Hold a recording against the laws of its search: windows, cuts, values, sides.

    Of every law the first frame at which it is broken, what is recorded there and what is due. The exit status is 4
    where there are bugs; waste and what is merely unusual do not count.
    """
    from plyscope.audit.laws import audit
    from plyscope.cli.tables import print_json
    from plyscope.text.audited import audit_facts, why_not_held

    recorded = open_or_record(source, request, verify)
    trace = recorded.trace
    facts = audit_facts(trace, audit(trace))
    if as_json:
        print_json(facts | recorded.limit_facts)
    else:
        for line in why_not_held(trace) or lines(facts):
            print(line)
    return HAS_BUGS if facts["bugs"] else exit_status_of(recorded)


def lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """Iterate over the lines to print: one for each deviation, the worst first, or that there is none."""
    deviations = [(WORDS[name], deviation) for name in WORDS for deviation in facts[name]]
    if not deviations:
        yield f"no deviation in {facts['frames']:,} frames"
    for word, one in deviations:
        where = " ".join(one["path"])
        places = [f"frame {one['frame']}", f"step {one['step']}", f"moves {where}" if where else "the root"]
        often = [f"{one['count']:,} frames"] if one["count"] > 1 else []
        yield f"{word}: {one['sentence']} ({one['law']}; {'; '.join([', '.join(places), *often])})"
