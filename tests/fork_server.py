"""What runs in a process that forks for `tests/forked.py`. It imports nothing of ours."""

import contextlib
import importlib
import json
import os
import select
import socket
import sys


def next_arguments(orders: int) -> list[str]:
    """Wait for orders and fork for each; return in a fork, with its arguments. Ends when there are no more."""
    listening = socket.socket(fileno=orders)
    running: dict[int, tuple[int, int]] = {}
    while True:
        ready, _, _ = select.select([listening, *running], [], [])
        for ended in ready:
            if ended is listening:
                continue
            process, told = running.pop(ended)
            with contextlib.suppress(BrokenPipeError):
                os.write(told, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
            os.close(told)
            os.close(ended)
        if listening not in ready:
            continue
        content, ends, _, _ = socket.recv_fds(listening, 1 << 20, 4)
        if not content:
            os._exit(0)
        request = json.loads(content)
        for name in request["imports"]:
            importlib.import_module(name)
        process = os.fork()
        if process:
            running[os.pidfd_open(process)] = process, ends[-1]
            for end in ends[:-1]:
                os.close(end)
            continue
        os.setsid()
        os.write(ends[-1], b"%d\n" % os.getpid())
        for number, end in enumerate(ends[:-1]):
            os.dup2(end, number)
        listening.close()
        for end in (*ends, *running, *(told for _, told in running.values())):
            os.close(end)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.dont_write_bytecode = bool(os.environ.get("PYTHONDONTWRITEBYTECODE"))
        return request["arguments"]
