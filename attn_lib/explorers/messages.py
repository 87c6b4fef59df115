"""What a page sends, read in one place, before anything follows it.

Others than our page can speak to a kernel, and an old page can stand open. What is not
as it must be is refused in one line, all of it: then nothing changes.
"""

MOST_CELLS = 64  # rows, or columns, of a matrix on a page
A_CHANGE = {"id", "i", "j", "number"}


def read_changes(message, editable):
    """Read what was changed on a board: ``{"edits": [{id, i, j, number}, …], "key"}``.

    The number may still be too large: its matrix knows what it takes. The key says on
    which picture it was done: :func:`key_of`.

    Parameters
    ----------
    message
        Whatever came.
    editable : sequence of str
        Ids of the matrices that may be changed.

    Returns
    -------
    changes : list of dict
        ``number`` is None where a change is taken back.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    changes = entries(message, "edits")
    for change in changes:
        if not is_change(change, editable):
            where = ", ".join(editable) or "no matrix here"
            raise ValueError(
                f"edits: expected a number for a cell of {where}, got {change!r:.60}"
            )
    return changes


def key_of(message):
    """The key of the picture that something was done on: see ``sweeps.py``."""
    return tuple(entries(message, "key"))


def is_change(change, editable):
    """Is this a number, or None, for a cell that may be changed?"""
    return (
        isinstance(change, dict)
        and change.keys() == A_CHANGE
        and change["id"] in editable
        and all(is_place(change[name], MOST_CELLS) for name in "ij")
        and (change["number"] is None or is_number(change["number"]))
    )


def read_moves(message, counts, limit):
    """Read what was moved in a plane: ``{"moves": [["point 1", [2, 0]], …]}``.

    Parameters
    ----------
    message
        Whatever came.
    counts : dict of str to int
        How many things there are of each kind that can be moved.
    limit : float
        How far the plane reaches.

    Returns
    -------
    moves : list of (str, int, object)
        The kind, which one, and its coordinates or, of a weight, its share of 1.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    things = {f"{kind} {i}": (kind, i) for kind, n in counts.items() for i in range(n)}
    moves = entries(message, "moves")
    for move in moves:
        if not is_move(move, things, limit):
            known = " or ".join(
                f"a {kind} from 0 to {n - 1}" for kind, n in counts.items()
            )
            raise ValueError(
                f"moves: expected {known} and where it goes, numbers from "
                f"{-limit:.0f} to {limit:.0f}, got {move!r:.60}"
            )
    return [(*things[what], to) for what, to in moves]


def is_move(move, things, limit):
    """Is this a thing and a place in the plane, or a weight and a share of 1?"""
    if not (isinstance(move, (list, tuple)) and len(move) == 2):
        return False
    what, to = move
    if not (isinstance(what, str) and what in things):
        return False
    if things[what][0] == "weight":
        return is_number(to) and 0 <= to <= 1
    if not (isinstance(to, (list, tuple)) and len(to) == 2):
        return False
    return all(is_number(c) and -limit <= c <= limit for c in to)  # NaN is not


def entries(message, name):
    """The list of this name in a message."""
    found = message.get(name) if isinstance(message, dict) else None
    if not isinstance(found, (list, tuple)):
        raise ValueError(f"message: expected a list, {name}, got {message!r:.60}")
    return found


def is_place(value, count):
    """Is this a position, counted from 0, among so many?"""
    return isinstance(value, int) and is_number(value) and 0 <= value < count


def is_number(value):
    """Is this a number? JSON's true and false are none, though Python counts them."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)
