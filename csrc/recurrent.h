/* recurrent.h: the steps of recurrent layers, and their gradients. */
typedef struct { int32_t reverse, use_lengths, relu; } sg_rnn_steps_params;
typedef sg_rnn_steps_params sg_rnn_steps_grad_params;
typedef struct {
    double clip_min, clip_max;
    int32_t reverse, use_lengths, projected, clip_nan;
} sg_lstm_steps_params;
typedef sg_lstm_steps_params sg_lstm_steps_grad_params;
typedef struct { int32_t reverse, use_lengths; } sg_gru_steps_params;
typedef sg_gru_steps_params sg_gru_steps_grad_params;

sg_status sg_rnn_steps(const sg_call *);
sg_status sg_rnn_steps_grad(const sg_call *);
sg_status sg_lstm_steps(const sg_call *);
sg_status sg_lstm_steps_grad(const sg_call *);
sg_status sg_gru_steps(const sg_call *);
sg_status sg_gru_steps_grad(const sg_call *);
