"""MXNet's `mx.executor_manager`: what training loops were built on before modules."""
import logging

import numpy as np

from .io import DataDesc


def _split_input_slice(batch_size, work_load_list):
    """Slices of a batch in proportion to work_load_list; raises ValueError if one is empty."""
    ends = np.cumsum([0, *work_load_list]) / sum(work_load_list) * batch_size
    ends = np.rint(ends).astype(int).tolist()
    slices = [slice(begin, end) for begin, end in zip(ends, ends[1:])]
    if any(part.start >= part.stop for part in slices):
        raise ValueError(f"a batch of {batch_size} rows cannot be split by {work_load_list}: some "
                         "part would be empty")
    return slices


def _load(arrays, targets):
    """Copy each array into its targets, pairs (slice, NDArray)."""
    for array, parts in zip(arrays or (), targets):
        for part, target in parts:
            array[part].copyto(target)


class DataParallelExecutorGroup:
    """Executors of one symbol, one per context, each with parameters of its own.

    train_data has provide_data and provide_label; slices are the parts of the batch. With
    shared_group, parameters, gradients and states are those of that group.
    """

    def __init__(self, sym, arg_names, param_names, ctx, slices, train_data, shared_group=None):
        self.data_names = [desc[0] for desc in train_data.provide_data]
        self.label_names = [desc[0] for desc in train_data.provide_label]
        self.aux_names = sym.list_auxiliary_states()
        self.param_names = [name for name in arg_names if name in param_names]
        self.slices = slices
        descs = [desc if isinstance(desc, DataDesc) else DataDesc(*desc)
                 for desc in (*train_data.provide_data, *train_data.provide_label)]
        inputs = {desc.name for desc in descs}
        reqs = {name: "null" if name in inputs else "write" for name in sym.list_arguments()}
        self.train_execs = [
            sym.simple_bind(
                context, reqs, {desc.name: desc.dtype for desc in descs},
                shared_exec=shared_group and shared_group.train_execs[i],
                shared_arg_names=self.param_names,
                **{desc.name: (part.stop - part.start, *desc.shape[1:]) for desc in descs})
            for i, (context, part) in enumerate(zip(ctx, slices))]
        self.data_arrays, self.label_arrays = (
            [[(part, e.arg_dict[name]) for part, e in zip(slices, self.train_execs)]
             for name in names] for names in (self.data_names, self.label_names))
        self.param_arrays = [[e.arg_dict[n] for e in self.train_execs] for n in self.param_names]
        self.grad_arrays = [[e.grad_dict[n] for e in self.train_execs] for n in self.param_names]
        self.aux_arrays = [[e.aux_dict[n] for e in self.train_execs] for n in self.aux_names]

    def load_data_batch(self, data_batch):
        """Copy the parts of data and labels to the executors."""
        _load(data_batch.data, self.data_arrays)
        _load(data_batch.label, self.label_arrays)

    def forward(self, is_train=False):
        """Run every executor forward."""
        for executor in self.train_execs:
            executor.forward(is_train=is_train)

    def backward(self):
        """Run every executor backward."""
        for executor in self.train_execs:
            executor.backward()

    def update_metric(self, metric, labels, pre_sliced=False):
        """Count the outputs of every executor; labels are those of the batch, or of each part."""
        for i, (executor, part) in enumerate(zip(self.train_execs, self.slices)):
            own = labels[i] if pre_sliced else [label[part] for label in labels]
            metric.update(own, executor.outputs)


class DataParallelExecutorManager:
    """Executors on several contexts, and for several buckets, for a training loop of one's own.

    param_arrays, grad_arrays and aux_arrays have a list per name, with an array per context;
    updating them is up to the loop. sym_gen makes the symbol for a batch's bucket_key.
    """

    def __init__(self, symbol, ctx, train_data, arg_names, param_names, aux_names,
                 work_load_list=None, logger=None, sym_gen=None):
        loads = work_load_list or [1] * len(ctx)
        if len(loads) != len(ctx):
            raise ValueError(f"DataParallelExecutorManager: work_load_list has {len(loads)} entries "
                             f"for {len(ctx)} contexts")
        (logger or logging).info("Start training with %s", ctx)
        self.symbol, self.sym_gen, self.ctx = symbol, sym_gen, ctx
        self.arg_names, self.param_names, self.aux_names = arg_names, param_names, aux_names
        self.slices = _split_input_slice(train_data.batch_size, loads)
        self.execgrp = self.curr_execgrp = self._group(symbol, train_data)
        self.execgrp_bucket = {getattr(train_data, "default_bucket_key", None): self.execgrp}

    def _group(self, symbol, data, shared=None):
        return DataParallelExecutorGroup(symbol, self.arg_names, self.param_names, self.ctx,
                                         self.slices, data, shared)

    @property
    def param_arrays(self):
        """Parameters, in the order of the arguments."""
        return self.execgrp.param_arrays

    @property
    def grad_arrays(self):
        """Their gradients."""
        return self.execgrp.grad_arrays

    @property
    def aux_arrays(self):
        """Auxiliary states."""
        return self.execgrp.aux_arrays

    def install_monitor(self, monitor):
        """Let a Monitor watch the executors bound so far."""
        for group in self.execgrp_bucket.values():
            for executor in group.train_execs:
                monitor.install(executor)

    def set_params(self, arg_params, aux_params):
        """Copy values by name to all contexts."""
        for executor in self.execgrp.train_execs:
            executor.copy_params_from(arg_params, aux_params)

    def copy_to(self, arg_params, aux_params):
        """Write the means over the contexts into the arrays of two dicts."""
        group = self.execgrp
        for names, arrays, targets in ((group.param_names, group.param_arrays, arg_params),
                                       (group.aux_names, group.aux_arrays, aux_params)):
            for name, parts in zip(names, arrays):
                targets[name][:] = np.mean([part.asnumpy() for part in parts], 0, np.float64)

    def load_data_batch(self, data_batch):
        """Copy a batch to the executors of its bucket, which become the current ones."""
        if self.sym_gen is not None:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                self.execgrp_bucket[key] = self._group(self.sym_gen(key), data_batch, self.execgrp)
            self.curr_execgrp = self.execgrp_bucket[key]
        self.curr_execgrp.load_data_batch(data_batch)

    def forward(self, is_train=False):
        """Run the current executors forward."""
        self.curr_execgrp.forward(is_train)

    def backward(self):
        """Run the current executors backward."""
        self.curr_execgrp.backward()

    def update_metric(self, metric, labels, pre_sliced=False):
        """Count the outputs of the current executors."""
        self.curr_execgrp.update_metric(metric, labels, pre_sliced)
