/* ctc.h: connectionist temporal classification. */
typedef struct { int32_t use_data_lengths, use_label_lengths, last; } sg_ctc_loss_params;

sg_status sg_ctc_loss(const sg_call *);
