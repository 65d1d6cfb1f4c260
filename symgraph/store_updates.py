"""Steps of training loops around a KVStore; `mx.model` has them under MXNet's names."""
from . import kvstore as kvs


def create_kvstore(kvstore, num_device, arg_params):
    """(a KVStore or None, whether it is to update parameters) for a name, a KVStore or None.

    One device needs none. Raises TypeError for anything else.
    """
    if isinstance(kvstore, str):
        kvstore = kvs.create(kvstore) if num_device > 1 or "dist" in kvstore else None
    elif kvstore is not None and not isinstance(kvstore, kvs.KVStore):
        raise TypeError(f"a kvstore is a name, a KVStore or None, got {kvstore!r}")
    return kvstore, kvstore is not None


def initialize_kvstore(kvstore, param_arrays, arg_params, param_names, update_on_kvstore):
    """Store the parameters by name, and copy them to all devices if the store updates them."""
    for name, arrays in zip(param_names, param_arrays):
        kvstore.init(name, arg_params[name])
        if update_on_kvstore:
            kvstore.pull(name, arrays)


def update_params_on_kvstore(param_arrays, grad_arrays, kvstore, param_names):
    """Let the store's optimizer make its step, and copy the results to all devices."""
    for name, params, grads in zip(param_names, param_arrays, grad_arrays):
        if grads[0] is not None:
            kvstore.pushpull(name, grads, out=params)


def update_params(param_arrays, grad_arrays, updater, num_device, kvstore=None, param_names=None):
    """Let updater step the parameters of every device, by the sums of gradients if there is a store.

    Parameter i of device k is number i * num_device + k.
    """
    for number, (params, grads) in enumerate(zip(param_arrays, grad_arrays)):
        if grads[0] is None:
            continue
        if kvstore is not None:
            kvstore.pushpull(param_names[number], grads)
        for k, (param, grad) in enumerate(zip(params, grads)):
            updater(number * num_device + k, grad, param)
