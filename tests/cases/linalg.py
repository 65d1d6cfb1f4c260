"""Cases of matrix products, factorizations, and parts of matrices."""
import numpy as np

from . import case

BATCHES = ((), (3,), (2, 1, 3))


def T(x):
    return np.swapaxes(x, -1, -2)


def product(transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2):
    def ref(a, b, *c, is_train):
        a, b, *c = (np.moveaxis(x, axis, -2) for x in (a, b, *c))
        y = alpha * ((T(a) if transpose_a else a) @ (T(b) if transpose_b else b))
        return np.moveaxis(y + beta * c[0] if c else y, -2, axis)
    return ref


for ta in (False, True):
    for tb in (False, True):
        setting = {"transpose_a": ta, "transpose_b": tb}
        for batch in BATCHES:
            a = (*batch, 5, 3) if ta else (*batch, 3, 5)
            b = (*batch, 4, 5) if tb else (*batch, 5, 4)
            case("_linalg_gemm2", product(**setting), a, b, params=setting)
            case("_linalg_gemm", product(**setting, alpha=0.5, beta=-2), a, b, (*batch, 3, 4),
                 params={**setting, "alpha": 0.5, "beta": -2})
        a = (5, 2, 3) if ta else (3, 2, 5)
        b = (4, 2, 5) if tb else (5, 2, 4)
        moved = {**setting, "axis": 0, "alpha": 3.0}
        case("_linalg_gemm2", product(**moved), a, b, params=moved)
case("_linalg_gemm", product(axis=1), (2, 3, 2, 1, 5), (2, 5, 2, 1, 4), (2, 3, 2, 1, 4),
     params={"axis": 1})
case("_linalg_gemm2", product(), (300, 200), (200, 150), dtypes=("float64",))
case("_linalg_gemm", product(beta=0.5, transpose_b=True), (70, 600), (300, 600), (70, 300),
     params={"beta": 0.5, "transpose_b": True}, dtypes=("float64",))
case("_linalg_gemm", product(beta=0), (3, 4), (4, 2), (3, 2), params={"beta": 0.0})
case("_linalg_gemm2", product(), (1, 1), (1, 1))


def syrk(transpose=False, alpha=1.0):
    return lambda a, is_train: alpha * (T(a) @ a if transpose else a @ T(a))


for batch in BATCHES:
    for setting in ({}, {"transpose": True, "alpha": -0.5}):
        case("_linalg_syrk", syrk(**setting), (*batch, 3, 4), params=setting)


def triangle(a, lower=True):
    return np.tril(a) if lower else np.triu(a)


def triangular(solve, transpose=False, rightside=False, lower=True, alpha=1.0):
    def ref(a, b, is_train):
        a = triangle(a, lower)
        a = T(a) if transpose else a
        a = np.linalg.inv(a) if solve else a
        return alpha * (b @ a if rightside else a @ b)
    return ref


def steady(*shape):
    """Square matrices far from singular, whose triangles are as well."""
    return lambda rng: rng.uniform(-0.5, 0.5, shape) + 2 * np.eye(shape[-1])


for name, solve in (("_linalg_trmm", False), ("_linalg_trsm", True)):
    for number in range(8):
        setting = {"transpose": number % 2 == 1, "rightside": number // 2 % 2 == 1,
                   "lower": number < 4, "alpha": 1.0 if number == 0 else 1.5}
        for batch in ((), (2, 3)):
            b = (*batch, 2, 4) if setting["rightside"] else (*batch, 4, 2)
            case(name, triangular(solve, **setting), (*batch, 4, 4), b, params=setting,
                 make={0: steady(*batch, 4, 4)}, wanted=(0, 1))
    case(name, triangular(solve), (20, 17, 17), (20, 17, 5), make={0: steady(20, 17, 17)},
         wanted=(0, 1))
    case(name, triangular(solve, alpha=0.0), (1, 1), (1, 1), make={0: steady(1, 1)}, wanted=(0, 1),
         params={"alpha": 0.0})


def rowwise(*matrices, is_train):
    y = np.ones((1, matrices[0].shape[1]))
    for x in matrices:
        y = (y[:, None] * x).reshape(-1, x.shape[1])
    return y


for shapes in (((2, 3),), ((2, 3), (4, 3)), ((3, 1), (1, 1), (2, 1)), ((5, 17), (3, 17), (7, 17)),
               ((30, 33), (20, 33))):
    case("khatri_rao", rowwise, *shapes, dtypes=("float32", "float64", "float16"))


def lower_of(function):
    """A reference for functions of symmetric matrices of which only the lower triangle is read."""
    return lambda a, is_train: function(np.tril(a) + T(np.tril(a, -1)))


def definite(*shape):
    """Symmetric matrices with eigenvalues well above 0 and apart."""
    def make(rng):
        q = np.linalg.qr(rng.normal(size=shape))[0]
        return q @ (np.arange(1, shape[-1] + 1)[:, None] * T(q))
    return make


SYMMETRIC = ((1, 1), (3, 3), (2, 4, 4), (2, 3, 2, 2), (20, 9, 9), (40, 40))


def symmetric(name, ref, *shape, **options):
    """A case whose gradient is compared through a symmetric perturbation: it is symmetric itself."""
    case(name, lower_of(ref), shape, make={0: definite(*shape)}, **options)


def potrf_grad(a, dy):
    """Numerically, by central differences in symmetric directions."""
    return numeric(np.linalg.cholesky, a, dy)


def numeric(function, a, *dy, step=1e-6):
    """The symmetric gradient of sum(dy * function(a)), element by element."""
    grad = np.zeros_like(a)
    for at in np.ndindex(*a.shape):
        e = np.zeros_like(a)
        e[at] += 0.5
        e += T(e)
        ends = [function(a + s * step * e) for s in (1, -1)]
        ends = [end if isinstance(end, tuple) else (end,) for end in ends]
        grad[at] = sum((w * (p - m)).sum() for w, p, m in zip(dy, *ends)) / (2 * step)
    return grad


def eigen(a):
    values, vectors = np.linalg.eigh(a)
    rows = T(vectors)
    largest = np.take_along_axis(rows, np.abs(rows).argmax(-1)[..., None], -1)
    return rows * np.sign(largest), values


for shape in SYMMETRIC:
    few = shape[-1] < 9
    symmetric("_linalg_potrf", np.linalg.cholesky, *shape, rtol=1e-5, wanted=(0,) if few else (),
              grad=potrf_grad if few else None)
    symmetric("_linalg_syevd", eigen, *shape, rtol=2e-4, wanted=(0,) if few else (),
              grad=(lambda a, dy: numeric(eigen, a, *dy)) if few else None)


def inverse_of_factor(a, is_train):
    low = np.tril(a)
    return np.linalg.inv(low @ T(low))


def determinants(a, is_train):
    return np.reshape(np.linalg.det(a), a.shape[:-2] or (1,))


def log_determinants(a, is_train):
    return tuple(np.reshape(y, a.shape[:-2] or (1,)) for y in np.linalg.slogdet(a))


def signs(a):
    """-a in every second matrix, so that determinants have both signs."""
    a[..., 0, :] *= np.where(np.arange(a[..., 0, 0].size) % 2, -1, 1).reshape(a.shape[:-2] + (1,))
    return a


for shape in ((1, 1), (3, 3), (2, 4, 4), (2, 3, 2, 2), (20, 9, 9), (40, 40)):
    options = {"wanted": (0,), "rtol": 1e-4}    # inverses lose digits
    case("_linalg_potri", inverse_of_factor, shape, make={0: steady(*shape)}, **options)
    case("_linalg_inverse", lambda a, is_train: np.linalg.inv(a), shape, make={0: steady(*shape)},
         **options)
    mixed = {0: lambda rng, shape=shape: signs(steady(*shape)(rng))}
    case("_linalg_slogdet", log_determinants, shape, make=mixed, **options)
    if shape[-1] < 40:
        case("_linalg_det", determinants, shape, make=mixed, **options)
singular = {0: lambda rng: np.array([[1.0, 2], [2, 4]])}
case("_linalg_det", determinants, (2, 2), make=singular, wanted=())
case("_linalg_slogdet", lambda a, is_train: (np.zeros(1), np.full(1, -np.inf)), (2, 2),
     make=singular, wanted=())


def lq(a, is_train):
    q, r = np.linalg.qr(T(a))       # of Householder's reflections, as LAPACK's own LQ
    return T(q), T(r)


for shape in ((1, 1), (2, 4), (3, 3), (2, 3, 5), (20, 4, 9), (1, 30)):
    case("_linalg_gelqf", lq, shape, rtol=1e-4, dtypes=("float64",),
         make={0: lambda rng, shape=shape: rng.normal(size=shape)}, wanted=(0,))
case("_linalg_gelqf", lq, (2, 3, 5), rtol=1e-3, dtypes=("float32",), wanted=())


def below(offset, lower):
    return offset < 0 or (offset == 0 and lower)


def packed(a, offset=0, lower=True):
    a = a if below(offset, lower) else T(a)     # above the diagonal, column by column
    return a[(..., *np.tril_indices(a.shape[-1], -abs(offset)))]


def unpacked(a, offset=0, lower=True):
    n = int(np.sqrt(2 * a.shape[-1])) + abs(offset)
    y = np.zeros((*a.shape[:-1], n, n))
    y[(..., *np.tril_indices(n, -abs(offset)))] = a
    return y if below(offset, lower) else T(y)


for offset in (0, 1, -2):
    for batch in BATCHES:
        setting = {"offset": offset}
        case("_linalg_extractdiag", lambda a, is_train, k=offset: np.diagonal(a, k, -2, -1),
             (*batch, 4, 4), params=setting)
        case("_linalg_makediag", lambda a, is_train, k=offset: np.apply_along_axis(
            lambda x: np.diag(x, k), -1, a), (*batch, 3), params=setting)
        for lower in (True, False):
            setting = {"offset": offset, "lower": lower}
            case("_linalg_extracttrian", lambda a, is_train, s=tuple(setting.values()): packed(a, *s),
                 (*batch, 4, 4), params=setting)
            case("_linalg_maketrian", lambda a, is_train, s=tuple(setting.values()): unpacked(a, *s),
                 (*batch, 6), params=setting)
case("_linalg_extracttrian", lambda a, is_train: packed(a), (40, 17, 17))
for shape in ((1, 1), (3, 3), (2, 3, 4, 4), (50, 20, 20)):
    case("_linalg_sumlogdiag", lambda a, is_train: np.reshape(
        np.log(np.diagonal(a, 0, -2, -1)).sum(-1), a.shape[:-2] or (1,)), shape,
         make={0: steady(*shape)}, wanted=(0,))
