"""Steps of optimizers that divide by a measure of what gradients were before."""
from math import prod

from ..op import register, same_dtype, unify
from .update import DTYPE, Update, row_of_hyper, update

BETAS = ("beta1", "beta2", "epsilon")
NS = 1.2        # a root and a division per element

update("_adam_update", """One step of Adam (Kingma and Ba, 2015, section 2).

    ``g = clip(rescale grad + wd weight)``, ``mean = beta1 mean + (1 - beta1) g``, ``var = beta2 var
    + (1 - beta2) g g``, ``weight = weight - lr mean / (sqrt(var) + epsilon)``. lr comes with the
    correction of both biases.""", ["mean", "var"], BETAS, ns=NS)
update("_adamw_update", """One step of Adam with the decay apart from it (Loshchilov and Hutter, 2019).

    ``g = clip(rescale grad)``, ``mean = beta1 mean + (1 - beta1) g``, ``var = beta2 var + (1 - beta2)
    g g``, ``weight = weight - eta (lr mean / (sqrt(var) + epsilon) + wd weight)``. Nothing moves if
    rescale is 0 or not finite, as it is where gradients overflow.""",
       ["mean", "var"], [*BETAS, "eta"], ns=NS)
update("_adamax_update", """One step of AdaMax (Kingma and Ba, 2015, section 7).

    ``g = clip(rescale grad + wd weight)``, ``mean = beta1 mean + (1 - beta1) g``, ``most = max(beta2
    most, abs(g))``, ``weight = weight - lr mean / most``, where 0 / 0 is 0. lr comes with the
    correction of the mean's bias.""", ["mean", "most"], ["beta1", "beta2"], ns=NS)
update("_nadam_update", """One step of Adam with Nesterov's momentum (Dozat, 2016).

    ``g = clip(rescale grad + wd weight)``, ``mean = beta1 mean + (1 - beta1) g``, ``var = beta2 var
    + (1 - beta2) g g``, ``weight = weight - lr (by_grad g + by_mean mean) / (sqrt(var / correction)
    + epsilon)``.""", ["mean", "var"], [*BETAS, "by_grad", "by_mean", "correction"], ns=NS)
update("_ftml_update", """One step of FTML, follow the moving leader (Zheng and Kwok, 2017).

    ``g = clip(rescale grad + wd weight)``, ``v = beta2 v + (1 - beta2) g g``, ``next_d = by_d / lr
    (sqrt(v / correction) + epsilon)``, ``z = beta1 z + (1 - beta1) g - (next_d - beta1 d) weight``,
    ``d = next_d``, ``weight = -z / d``. With lr 0 nothing moves.""",
       ["d", "v", "z"], [*BETAS, "by_d", "correction"], ns=NS)
update("_adagrad_update", """One step of AdaGrad (Duchi, Hazan and Singer, 2011).

    ``g = clip(rescale grad)``, ``history = history + g g``, ``weight = weight - lr (g / sqrt(history
    + epsilon) + wd weight)``.""", ["history"], ["epsilon"], ns=NS)
update("_rmsprop_update", """One step of RMSProp (Tieleman and Hinton, 2012).

    ``g = clip(rescale grad + wd weight)``, ``n = gamma1 n + (1 - gamma1) g g``, ``weight = weight -
    lr g / sqrt(n + epsilon)``, cut off at ``clip_weights`` unless that is below 0; ``gamma2`` is
    not used.""", ["n"], ["gamma1", "gamma2", "epsilon", "clip_weights"], ns=NS)
update("_rmspropalex_update", """One step of RMSProp with the variance of gradients (Graves, 2013).

    ``g = clip(rescale grad + wd weight)``, ``n = gamma1 n + (1 - gamma1) g g``, ``mean = gamma1 mean
    + (1 - gamma1) g``, ``delta = gamma2 delta - lr g / sqrt(n - mean mean + epsilon)``, ``weight =
    weight + delta``, cut off at ``clip_weights`` unless that is below 0.""",
       ["n", "mean", "delta"], ["gamma1", "gamma2", "epsilon", "clip_weights"], ns=NS)
update("_adadelta_update", """One step of AdaDelta (Zeiler, 2012).

    ``g = clip(rescale grad)``, ``acc_g = rho acc_g + (1 - rho) g g``, ``delta = sqrt(acc_delta +
    epsilon) / sqrt(acc_g + epsilon) g``, ``acc_delta = rho acc_delta + (1 - rho) delta delta``,
    ``weight = weight - delta - wd weight``. The rate only says whether the weight moves.""",
       ["acc_g", "acc_delta"], ["rho", "epsilon"], ns=2 * NS)
update("_ftrl_update", """One step of FTRL-Proximal (McMahan and others, 2013).

    ``g = clip(rescale grad)``, ``z = z + g - (sqrt(n + g g) - sqrt(n)) weight / lr``, ``n = n + g
    g``, ``weight = (sign(z) lamda1 - z) / ((beta + sqrt(n)) / lr + wd)`` where ``abs(z)`` is above
    lamda1, and 0 elsewhere. With lr 0 nothing moves.""",
       ["z", "n"], ["lamda1", "beta"], ns=2 * NS)


@register("_group_adagrad_update")
class GroupAdagradUpdate(Update):
    """One step of AdaGrad with one history for each row of the weight, a matrix.

    ``g = clip(rescale grad)``, ``history = history + mean(g g)`` over the row, ``weight = weight - lr
    g / sqrt(history + epsilon)``; ``history`` is (rows, 1).

    A row of ``hyper`` is lr, wd, which is not used, rescale, clip, epsilon. See Update; no gradient
    flows.
    """

    memory = ("history",)
    numbers = ("epsilon",)

    def shapes(self, ins, outs):
        weight, grad, history, hyper = ins
        common = unify(unify(unify(weight, grad), outs[1]), (0, 0))
        rows = unify(unify(history, outs[2]), (common[0], 1))
        return ([common, common, rows, row_of_hyper(self, hyper)], [unify(outs[0], (1,)), common, rows])

    def dtypes(self, ins, outs):
        common = same_dtype(*ins[:-1], *outs, types=self.types)
        return [common] * 3 + [same_dtype(ins[-1], DTYPE)], [common] * 3

    def cost(self, ins, outs):
        return prod(ins[0])
