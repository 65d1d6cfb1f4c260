"""REINFORCE with an executor: catch the ball that falls down a small screen, off a side wind."""
import numpy as np
import symgraph as mx

np.random.seed(17)
mx.random.seed(17)
W, H, N = 7, 6, 64           # screen, games side by side
ACTIONS = 3

class Catch(object):
    """N games at once. The state: places of ball and paddle, height, wind."""
    def reset(self):
        self.ball = np.random.randint(0, W, N); self.wind = np.random.randint(-1, 2, N)
        self.paddle = np.random.randint(0, W, N); self.y = 0
        return self.state()
    def state(self):
        eye = np.eye(W)
        return np.hstack([eye[self.ball], eye[self.paddle], np.eye(3)[self.wind + 1],
                          np.full((N, 1), float(self.y) / H)])
    def step(self, action):
        self.paddle = np.clip(self.paddle + action - 1, 0, W - 1)
        if self.y % 2 == 1:
            self.ball = (self.ball + self.wind) % W
        self.y += 1
        done = self.y == H
        return self.state(), (self.paddle == self.ball) * 1. if done else np.zeros(N), done

DIM = 2 * W + 3 + 1
data = mx.sym.Variable('data')
h = mx.sym.FullyConnected(data=data, name='fc1', num_hidden=64)
h = mx.sym.Activation(data=h, act_type='relu')
logits = mx.sym.FullyConnected(h, name='policy', num_hidden=ACTIONS)
policy = mx.sym.SoftmaxActivation(data=logits, name='prob')
value = mx.sym.FullyConnected(data=h, name='value', num_hidden=1)
log_policy = mx.sym.log(policy + 1e-8, name='logp')
net = mx.sym.Group([mx.sym.BlockGrad(policy), log_policy, value])

exe = net.simple_bind(ctx=mx.cpu(), data=(N, DIM), grad_req={
    n: 'null' if n == 'data' else 'add' for n in net.list_arguments()})
init = mx.init.Xavier(rnd_type='uniform', factor_type='in', magnitude=1)
arg_names = net.list_arguments()
for name in arg_names:
    if name != 'data':
        init(mx.init.InitDesc(name), exe.arg_dict[name])
exe.arg_dict['policy_weight'][:] = exe.arg_dict['policy_weight'] * 0.1
grads = dict(zip(net.list_arguments(), exe.grad_arrays))
assert grads['data'] is None
opt = mx.optimizer.create('adam', learning_rate=0.02, rescale_grad=1.0 / N,
                          clip_gradient=0.5, param_idx2name={i: n for i, n in enumerate(arg_names)})
opt.set_lr_mult({'value_weight': 0.5, 'value_bias': 0.5})
updater = mx.optimizer.get_updater(opt)

def probabilities(state):
    exe.forward(is_train=True, data=mx.nd.array(state))
    return exe.outputs[0].asnumpy()

def choose(prob):
    return (prob.cumsum(1) > np.random.uniform(size=(N, 1))).argmax(1)

def play(env, greedy=False):
    state, done, steps = env.reset(), False, []
    while not done:
        exe.forward(is_train=False, data=state)
        prob = exe.outputs[0].asnumpy()
        action = prob.argmax(1) if greedy else choose(prob)
        steps.append((state, action))
        state, reward, done = env.step(action)
    return steps, reward

env = Catch()
before = np.mean([play(env)[1].mean() for _ in range(20)])
running = None
for episode in range(220):
    steps, reward = play(env)
    for grad in grads.values():
        if grad is not None: grad[:] = 0
    for state, action in steps:
        exe.forward(is_train=True, data=state)
        prob, logp, v = exe.outputs
        advantage = reward - v.asnumpy().ravel()
        head_p = np.zeros((N, ACTIONS))
        head_p[np.arange(N), action] = -advantage                 # d(-A log p) / d log p
        entropy = mx.nd.broadcast_add(prob * 0.01, prob * logp * 0.01)
        head_v = -0.5 * mx.nd.array(advantage.reshape((N, 1)))
        exe.backward([mx.nd.zeros((N, ACTIONS)), mx.nd.array(head_p) + entropy, head_v])
    for i, name in enumerate(arg_names):
        if name == 'data': continue
        updater(i, grads[name], exe.arg_dict[name])
    running = reward.mean() if running is None else 0.9 * running + 0.1 * reward.mean()
    if episode % 20 == 0:
        print('episode %d, caught %.3f' % (episode, running))
after = np.mean([play(env, greedy=True)[1].mean() for _ in range(20)])
assert before < 0.3
print('caught %.3f (chance %.3f, at least 0.600)' % (after, 1.0 / W))
