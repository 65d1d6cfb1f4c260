"""Sentences from a trained model, word by word, with an executor for one time step."""
import numpy as np
import symgraph as mx

from text import PADDING, UNKNOWN

TEMPERATURE = 0.7       # below 1, likely words become likelier


class Generator:
    """Runs a graph of one step on the very arrays of a trained model, feeding the states back.

    `symbol` is what model.one_step returns. `longest` is for how many steps there are arrays: where
    the names of a parameter contain the step, the one of step 0 in the graph stands for the one of
    the current step, or of the last one that was trained.
    """

    def __init__(self, symbol, arg_params, aux_params, longest):
        names = symbol.list_arguments()
        shapes, _, _ = symbol.infer_shape(data=(1,))
        self.symbol, self.aux = symbol, aux_params
        inputs = {name: mx.nd.zeros(shape) for name, shape in zip(names, shapes)
                  if name == "data" or "begin_state" in name}
        self.arrays = {**arg_params, **inputs}
        self.states = [inputs[name] for name in names if "begin_state" in name]
        by_step = any("_t0_" in name for name in [*names, *symbol.list_auxiliary_states()])
        self.executors = [self.bound(step) for step in range(longest if by_step else 1)]

    def bound(self, step):
        """An executor of one step; all use the same arrays for data and states."""
        def named(names, arrays):
            return {name: arrays[name.replace("_t0_", f"_t{step}_")] for name in names}
        return self.symbol.bind(mx.cpu(), named(self.symbol.list_arguments(), self.arrays),
                                grad_req="null",
                                aux_states=named(self.symbol.list_auxiliary_states(), self.aux))

    def next(self, step, word):
        """The probabilities of the word after this one, which is the one at position `step`."""
        executor = self.executors[min(step, len(self.executors) - 1)]
        probabilities, *states = executor.forward(data=np.array([word]))
        for state, new in zip(self.states, states):
            state[:] = new
        return probabilities.asnumpy()[0].astype(np.float64)

    def sentence(self, corpus, longest):
        """A sentence as words; it starts like one of the corpus and ends where the model says."""
        for state in self.states:
            state[:] = 0
        choose = mx.random.host()
        unknown = corpus.vocab.get(UNKNOWN)
        numbers = [choose.choice([line[0] for line in corpus.train
                                  if line[0] not in (unknown, PADDING)])]
        while len(numbers) < longest:
            chances = self.next(len(numbers) - 1, numbers[-1]) ** (1 / TEMPERATURE)
            if unknown is not None:
                chances[unknown] = 0
            numbers.append(choose.choice(len(chances), p=chances / chances.sum()))
            if numbers[-1] == PADDING:
                break
        return [corpus.words[number] for number in numbers if number != PADDING]
