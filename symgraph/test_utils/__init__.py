"""What tests of networks and operators need, by MXNet's names: `mx.test_utils`."""
from .check import (
    check_consistency,
    check_numeric_gradient,
    check_speed,
    check_symbolic_backward,
    check_symbolic_forward,
    numeric_grad,
    simple_forward,
)
from .compare import (
    almost_equal,
    assert_allclose,
    assert_almost_equal,
    assert_almost_equal_ignore_nan,
    assert_almost_equal_with_err,
    assert_exception,
    checkShapes,
    compare_ndarray_tuple,
    compare_optimizer,
    locationError,
    same,
    same_array,
    same_symbol_structure,
)
from .draw import (
    assign_each,
    assign_each2,
    collapse_sum_like,
    create_2d_tensor,
    create_vector,
    get_identity_mat,
    get_identity_mat_batch,
    np_reduce,
    rand_coord_2d,
    rand_ndarray,
    rand_shape_2d,
    rand_shape_3d,
    rand_shape_nd,
    random_arrays,
    random_sample,
    random_uniform_arrays,
)
from .generators import (
    chi_square_check,
    gen_buckets_probs_with_ppf,
    mean_check,
    var_check,
    verify_generator,
)
from .matrices import (
    new_matrix_with_real_eigvals_2d,
    new_matrix_with_real_eigvals_nd,
    new_orthonormal_matrix_2d,
    new_sym_matrix_with_real_eigvals_2d,
    new_sym_matrix_with_real_eigvals_nd,
)
from .mnist import get_mnist, get_mnist_iterator
from .settings import (
    DummyIter,
    default_context,
    discard_stderr,
    environment,
    list_gpus,
    retry,
    set_default_context,
)
from .tolerance import (
    default_atols,
    default_dtype,
    default_numeric_eps,
    default_rtols,
    effective_dtype,
    get_atol,
    get_etol,
    get_rtol,
    get_tolerance,
    get_tols,
)

__all__ = [
    "DummyIter", "almost_equal", "assert_allclose", "assert_almost_equal",
    "assert_almost_equal_ignore_nan", "assert_almost_equal_with_err", "assert_exception",
    "assign_each", "assign_each2", "checkShapes", "check_consistency", "check_numeric_gradient",
    "check_speed", "check_symbolic_backward", "check_symbolic_forward", "chi_square_check",
    "collapse_sum_like", "compare_ndarray_tuple", "compare_optimizer", "create_2d_tensor",
    "create_vector", "default_atols", "default_context", "default_dtype", "default_numeric_eps",
    "default_rtols", "discard_stderr", "effective_dtype", "environment",
    "gen_buckets_probs_with_ppf", "get_atol", "get_etol", "get_identity_mat",
    "get_identity_mat_batch", "get_mnist", "get_mnist_iterator", "get_rtol", "get_tolerance",
    "get_tols", "list_gpus", "locationError", "mean_check", "new_matrix_with_real_eigvals_2d",
    "new_matrix_with_real_eigvals_nd", "new_orthonormal_matrix_2d",
    "new_sym_matrix_with_real_eigvals_2d", "new_sym_matrix_with_real_eigvals_nd", "np_reduce",
    "numeric_grad",
    "rand_coord_2d", "rand_ndarray", "rand_shape_2d", "rand_shape_3d", "rand_shape_nd",
    "random_arrays", "random_sample", "random_uniform_arrays", "retry", "same", "same_array",
    "same_symbol_structure", "set_default_context", "simple_forward", "var_check",
    "verify_generator",
]
