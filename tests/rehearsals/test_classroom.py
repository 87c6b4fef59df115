"""The simulated student reads a kernel's messages as a page does."""

import contextlib
import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from tools.rehearsals import classroom
from tools.rehearsals.classroom import Student, report

BOARD, ASKED = "the board", "the change"


@pytest.fixture
def student():
    one = Student(course=None, number=0)
    one.board, one.pictures = BOARD, []
    return one


def message(kind, content, asked=ASKED):
    parent = {"msg_id": asked}
    return {"msg_type": kind, "parent_header": parent, "content": content}


def with_buffers(message, *buffers):
    """As Jupyter sends it: where each part begins, then the parts."""
    parts = [json.dumps(message).encode(), *buffers]
    starts = 4 * (len(parts) + 1) + np.cumsum([0, *map(len, parts)])[:-1]
    head = np.array([len(parts), *starts], ">u4").tobytes()
    return head + b"".join(parts)


@pytest.mark.parametrize("buffers", [(), (b"\x00\x01",), (b"12", b"345")])
def test_a_message_with_buffers_is_read(student, buffers):
    state = {"key": [3], "message": ""}
    content = {"comm_id": BOARD, "data": {"state": state}}
    student._hear(with_buffers(message("comm_msg", content), *buffers), ASKED)
    assert student.pictures == [state]
    assert not student.errors


def test_an_answer_to_something_else_ends_no_waiting(student):
    idle = message("status", {"execution_state": "idle"}, asked="an earlier change")
    assert student._hear(json.dumps(idle), ASKED) == {}


def test_what_is_written_to_stderr_is_an_error(student):
    content = {"name": "stderr", "text": "a warning"}
    student._hear(json.dumps(message("stream", content)), ASKED)
    assert student.errors == [content]


def test_the_report_gives_percentiles_and_the_cost_of_a_student(student):
    student.took = [0.1, 0.3]
    before = {"kernel": np.array([1.0, 0])}
    after = {"kernel": np.array([1.5, 2e8])}
    lines = list(report([student], 5, 10, before, after, (3, 1), (2, 1)))
    assert lines[1] == "to come in: 1.0 s of a core a student"
    assert "p50 200" in lines[3]
    assert lines[4].startswith("kernel: 5.0 % of a core and 200 MB a student; 250.0 ms")
    assert lines[-1] == "errors: none"


@pytest.fixture
def rehearsal(monkeypatch):
    """The rehearsal of a class without a hub, whose last student may meet an error."""

    @contextlib.contextmanager
    def hub(place):
        yield SimpleNamespace(costs=lambda: {"kernel": np.array([1.0, 1e8])})

    async def nothing(*_):
        pass

    def rehearse(error):
        async def learn(student, seconds):
            student.took.append(0.1)
            if error and student.number == 2:
                student.errors.append(error)

        for name, stub in (("come_in", nothing), ("learn", learn)):
            monkeypatch.setattr(Student, name, stub)
        return classroom.main()

    monkeypatch.setattr(classroom, "hub", hub)
    monkeypatch.setattr(classroom, "opened", nothing)
    monkeypatch.setattr(sys, "argv", ["classroom", "--students=3", "--seconds=1"])
    return rehearse


def test_a_class_without_errors_ends_well(rehearsal, capsys):
    assert rehearsal(None) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("3 students on ")
    assert printed[-1] == "errors: none"


def test_a_class_in_which_one_student_met_an_error_does_not(rehearsal, capsys):
    assert rehearsal("no answer to 7") == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["errors: 1", "no answer to 7"]
