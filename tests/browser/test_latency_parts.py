"""What the benchmark is made of: the proxy far away, and how figures are taken."""

import contextlib
import itertools
import json
import socket
import socketserver
import threading
import time

import numpy as np
import pytest

from tests.support.proxy import delayed
from tools.benchmarks import latency
from tools.benchmarks.latency import (
    FIRST,
    LAST,
    Plain,
    numbers_of,
    percentile,
    report,
    there_and_back,
)

ONE_WAY = 0.05


class Echo(socketserver.BaseRequestHandler):
    """Sends back what it gets, until there is no more."""

    def handle(self):
        while data := self.request.recv(65536):
            self.request.sendall(data)


@pytest.fixture
def echo():
    """The port of a server that echoes."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def receive_all(connection):
    return b"".join(iter(lambda: connection.recv(65536), b""))


def test_the_proxy_delays_a_byte_each_way(echo):
    with delayed(echo, ONE_WAY) as port, connect(port) as connection:
        began = time.monotonic()
        connection.sendall(b"?")
        assert connection.recv(1) == b"?"
        assert time.monotonic() - began >= 2 * ONE_WAY


def test_the_proxy_loses_no_byte_and_keeps_their_order(echo):
    sent = np.random.default_rng(0).bytes(3_000_000)
    with delayed(echo, ONE_WAY) as port, connect(port) as connection:

        def send():
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)  # the end is carried, too

        thread = threading.Thread(target=send)
        thread.start()
        received = receive_all(connection)
        thread.join()
    assert received == sent


def test_the_proxy_serves_several_at_once(echo):
    with delayed(echo, ONE_WAY) as port, connect(port) as one, connect(port) as other:
        one.sendall(b"one")
        other.sendall(b"two")
        assert other.recv(3) == b"two"
        assert one.recv(3) == b"one"


def test_the_proxy_goes_and_takes_open_connections_with_it(echo):
    with delayed(echo, ONE_WAY) as port:
        connection = connect(port)
        connection.sendall(b"?")
        connection.recv(1)
    with connection:
        assert connection.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        connect(port)


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        (range(1, 101), 95, 95),
        (range(1, 21), 95, 19),
        ([3, 1, 2], 50, 2),
        ([7.5], 95, 7.5),
        ([1, 2, 1000], 95, 1000),
    ],
)
def test_a_percentile_is_one_of_the_values(values, percent, expected):
    assert percentile(values, percent) == expected


@pytest.mark.parametrize("start", [FIRST, 8, LAST])
def test_the_slider_goes_by_ones_through_all_values_and_round_again(start):
    once = 2 * (LAST - FIRST)
    path = list(itertools.islice(there_and_back(start), 2 * once))
    assert set(path) == set(range(FIRST, LAST + 1))
    assert all(abs(a - b) == 1 for a, b in itertools.pairwise([start, *path]))
    assert path[:once] == path[once:]


def test_the_numbers_of_a_picture_are_read_row_after_row():
    read = numbers_of("Q 1\nQ -0.5\nq Kᵀ 0.1\nmasked -Infinity")
    assert read == {"Q": [1, -0.5], "q Kᵀ": [0.1], "masked": [-np.inf]}


@pytest.fixture
def measured():
    """What ``report`` is given: numbers that tell one place from another."""
    steps = {
        "conventional": [900.0, 700, 800],
        "ours": [*range(40, 20, -1)],  # median 30.5; 95 of 100 are at most 39
        "conventional, far": [1000.0],
        "ours, far": [*range(201, 301)],
        "large": [70.0],
        "plain": [*range(20, 0, -1)],  # 95 of 100 are at most 19
        "plain, large": [20.0],
    }
    costs = {name: np.array([1000.0 * n, n]) for n, name in enumerate(steps, 1)}
    drags = {
        "conventional": np.array([4.0, 600]),
        "ours": np.array([58.0, 12.34]),
        "large": np.array([41.0, 30]),
        "plain": np.array([59.0, 8]),
    }
    inputs = [*range(100, 80, -1)]
    return steps, costs, drags, inputs, np.array([54321.0, 43.21]), -0.26


def test_the_last_line_has_these_figures(measured):
    _, figures = report(*measured)
    assert figures == {
        "ratio_median": 26.2,  # 800 / 30.5
        "ours_p95_ms": 39.0,
        "ours_wan_p95_ms": 295.0,
        "free_input_p95_ms": 99.0,
        "drag_frames": 58.0,
        "drag_settle_ms": 12.3,
        "kernel_cpu_ms": 43.2,
        "bytes_per_update": 54321.0,
        "rss_growth_mb": -0.3,
        "step_ratio_p95": 2.1,  # 39 / 19
        "large_ratio_p95": 3.5,  # 70 / 20
        "large_drag_frames": 41.0,
        "plain_drag_frames": 59.0,
    }
    assert json.loads(json.dumps(figures)) == figures


def test_the_table_sets_the_usual_way_beside_ours(measured):
    lines, _ = report(*measured)
    cells = {line[:50].strip(): line[50:].split("  ") for line in lines}
    table = {what: [*filter(None, map(str.strip, row))] for what, row in cells.items()}
    assert table == {
        "": ["interact + plt.show()", "PipelineExplorer"],
        "slider step at home, ms: median / p95": ["800.0 / 900.0", "30.5 / 39.0"],
        "slider step far away, ms: median / p95": ["1000.0 / 1000.0", "250.5 / 295.0"],
        "slider step, 12 tokens, d_k near 64, ms": ["70.0 / 70.0"],
        "the plain page, ms": ["10.5 / 19.0"],
        "the plain page, 12 tokens, d_k near 64, ms": ["20.0 / 20.0"],
        "slider step, kB": ["1.0", "2.0"],
        "slider step, kernel CPU ms": ["1.0", "2.0"],
        "pictures in a drag of 60": ["4", "58"],
        "the same, 12 tokens, d_k near 64": ["41"],
        "the same, the plain page": ["59"],
        "last move to last picture, ms": ["600", "12"],
        "free input at home, ms: median / p95": ["90.5 / 99.0"],
        "free input and its sweeps, kB": ["54.3"],
        "free input and its sweeps, kernel CPU ms": ["43.2"],
        "kernel memory in 1000 updates, MB": ["-0.3"],
    }


@pytest.mark.browser
def test_a_step_that_is_lost_or_wrong_is_named(chromium, monkeypatch):
    monkeypatch.setattr(latency, "PATIENCE", 5)
    with contextlib.closing(Plain(chromium, None, None, "plain page")) as plain:
        assert plain.step() > 0  # and its numbers are those of attn_lib
        plain.sentence = "a bear"
        with pytest.raises(RuntimeError, match="plain page: a wrong picture"):
            plain.step()
        plain.page.evaluate(
            "() => document.getElementById('d_k').addEventListener("
            "'input', (event) => event.stopImmediatePropagation(), true)"
        )
        lost = "plain page: no picture of the step from d_k = 10 to 11; .*keyArrived"
        with pytest.raises(RuntimeError, match=lost):
            plain.step()
