"""Noise for matrix products, in a kernel: another processor, without one.

Every processor sums in an order of its own, so the last digits of a matrix product
are not the same on two of them. Here each product of floats in the library and in a
notebook's cells is summed in a shuffled order and carries a relative error of up to
1e-15 (of float32: as many last digits). What is shown must not depend on it. As on a
processor, the same product gives the same result again, and one of whole numbers that
fit is exact.

``@`` is no function that could be replaced, and ``np.matmul`` is Matplotlib's as well.
So both are rewritten in the source: an import hook does it for the library, IPython's
transformers of syntax trees for the cells.
"""

import ast
import builtins
import sys
import zlib
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
LAST_DIGITS = 4.5  # of float64: 1e-15
NOISY = "__noisy_numpy__"  # what the rewritten source calls
FUNCTIONS = {
    "np.matmul": "matmul",
    "np.dot": "matmul",
    "np.einsum": "einsum",
    "np.linalg.norm": "norm",
}


def arguments(seed):
    """What to start a kernel with, for products that carry the noise of a seed."""
    lines = (
        f"import sys; sys.path.append({str(ROOT)!r})",
        f"from tests.support import noise; noise.put_in(get_ipython(), {seed})",
        "del sys, noise",
    )
    return [f"--IPKernelApp.exec_lines={line}" for line in lines]


def put_in(shell, seed):
    """Give noise to the library, not yet imported, and to all cells of a shell."""
    setattr(builtins, NOISY, NoisyNumPy(seed))
    sys.meta_path.insert(0, NoisyLibrary)
    shell.ast_transformers.append(NoisyProducts())


class NoisyNumPy:
    """NumPy's functions that sum products, each result off by its share of noise."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        # One supply for all, from a place that hangs on the factors: drawing costs more
        # than multiplying.
        self.supply = rng.uniform(-1, 1, 2**16)
        self.seed = seed

    def matmul(self, a, b, **more):
        """As ``np.matmul``, and also in another order."""
        n = np.shape(a)[-1:]
        if not n or n != np.shape(b)[-2:][:1]:
            return np.matmul(a, b, **more)  # which refuses them
        if is_exact(*n, a, b):
            return np.matmul(a, b, **more)
        order = np.random.default_rng(self.seed).permutation(*n)
        left, right = np.take(a, order, -1), np.take(b, order, max(np.ndim(b) - 2, 0))
        return self._with_noise(np.matmul(left, right, **more), a, b)

    def einsum(self, sums, *arrays, **more):
        result = np.einsum(sums, *arrays, **more)
        if is_exact(max(map(np.size, arrays)), *arrays):
            return result
        return self._with_noise(result, *arrays)

    def norm(self, x, *given, **more):
        return self._with_noise(np.linalg.norm(x, *given, **more), x)

    def _with_noise(self, result, *factors):
        """The same for the same factors, as from a processor."""
        if (result := np.asarray(result)).dtype.kind != "f":
            return result[()]
        # The first column says enough of which factors they are.
        columns = (np.ascontiguousarray(np.asarray(x)[..., :1]) for x in factors)
        place = sum(map(zlib.crc32, columns))
        start = place % len(self.supply)
        noise = np.resize(self.supply[start:], result.shape)
        amount = LAST_DIGITS * np.finfo(result.dtype).eps
        return (result * (1 + amount * noise)).astype(result.dtype, copy=False)[()]


def is_exact(terms, *factors):
    """Whether no order of summing rounds: whole numbers that float32 can hold."""
    if not all(np.array_equal(x, np.rint(x)) for x in factors):
        return False
    largest = np.prod([np.abs(x, dtype=float).max(initial=1) for x in factors])
    return bool(largest * terms < 2**24)


class NoisyProducts(ast.NodeTransformer):
    """``a @ b`` and NumPy's products → calls of the noisy ones."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if not isinstance(node.op, ast.MatMult):
            return node
        matmul = self._noisy(node, "matmul")
        return _at(node, ast.Call(matmul, [node.left, node.right], []))

    def visit_Attribute(self, node):
        self.generic_visit(node)
        name = FUNCTIONS.get(ast.unparse(node))
        return self._noisy(node, name) if name else node

    @staticmethod
    def _noisy(node, name):
        numpy = ast.Name(NOISY, ast.Load())
        return _at(node, ast.Attribute(numpy, name, ast.Load()))


def _at(node, new):
    return ast.fix_missing_locations(ast.copy_location(new, node))


class NoisyLoader(SourceFileLoader):
    """Compiles a module with noisy products, and keeps no bytecode of it."""

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        return compile(NoisyProducts().visit(tree), path, "exec", dont_inherit=True)


class NoisyLibrary:
    """Finds the modules of the library before Python does."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] != "attn_lib":
            return None
        spec = PathFinder.find_spec(name, path or [str(ROOT)], target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = NoisyLoader(spec.loader.name, spec.loader.path)
        return spec
