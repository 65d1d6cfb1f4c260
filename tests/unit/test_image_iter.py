"""ImageRecordIter: images of record files, cropped, mirrored, normalized; and single pictures."""
import io

import numpy as np
import pytest

import symgraph as mx
from symgraph import recordio
from symgraph.io.images import bilinear

H, W = 12, 16


@pytest.fixture
def images(rng):
    """Seven images, channels red, green, blue."""
    return rng.integers(0, 256, (7, H, W, 3)).astype(np.uint8)


@pytest.fixture
def path(images, tmp_path):
    with recordio.MXRecordIO(str(tmp_path / "i.rec"), "w") as record:
        for i, image in enumerate(images):
            record.write(recordio.pack_img((0, [i, i * i], i, 0), image[..., ::-1], quality=3,
                                           img_fmt=".png"))
    return str(tmp_path / "i.rec")


def first(path, **settings):
    """The data of the first batch, all seven images unless told otherwise."""
    settings = {"data_shape": (3, H, W), "batch_size": 7, **settings}
    return mx.io.ImageRecordIter(path_imgrec=path, **settings).next().data[0].asnumpy()


def test_images_as_they_are(path, images):
    iterator = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, H, W), batch_size=3,
                                     preprocess_threads=4, verbose=False)
    assert iterator.provide_data == [("data", (3, 3, H, W))]
    assert iterator.provide_label == [("softmax_label", (3,))]
    seen = [(batch.label[0].asnumpy().tolist(), batch.pad) for batch in iterator]
    assert seen == [([0, 1, 2], 0), ([3, 4, 5], 0), ([6, 0, 1], 2)]
    iterator.reset()
    batch = iterator.next()
    assert batch.label[0].asnumpy().tolist() == [2, 3, 4]       # it goes on behind what filled up
    np.testing.assert_array_equal(batch.data[0].asnumpy(), images[2:5].transpose(0, 3, 1, 2))


def test_normalized_and_cropped(path, images):
    found = first(path, data_shape=(3, 8, 10), mean_r=10, mean_g=20, mean_b=30, std_r=2, std_g=3,
                  std_b=4, scale=0.5)
    wanted = (images[:, 2:10, 3:13] - np.array([10.0, 20, 30])) * 0.5 / np.array([2, 3, 4])
    np.testing.assert_allclose(found, wanted.transpose(0, 3, 1, 2), rtol=1e-6, atol=1e-5)
    np.testing.assert_array_equal(first(path, mirror=True),
                                  images[:, :, ::-1].transpose(0, 3, 1, 2))


def test_one_channel_and_bytes(path, images):
    grey = first(path, data_shape=(1, H, W))
    assert np.abs(grey[:, 0] - images @ [0.299, 0.587, 0.114]).max() <= 1
    iterator = mx.io.ImageRecordUInt8Iter(path_imgrec=path, data_shape=(3, H, W), batch_size=7)
    batch = iterator.next()
    assert batch.data[0].dtype == np.uint8 and batch.label[0].dtype == np.float32
    np.testing.assert_array_equal(batch.data[0].asnumpy(), images.transpose(0, 3, 1, 2))


def test_labels_and_parts(path):
    iterator = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, H, W), batch_size=4,
                                     label_width=2, num_parts=2, part_index=1)
    assert iterator.next().label[0].asnumpy().tolist() == [[3, 9], [4, 16], [5, 25], [6, 36]]
    with pytest.raises(mx.MXNetError, match="the image at 0 has 2 labels, label_width is 3"):
        mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, H, W), batch_size=4, label_width=3)


def test_random_crops_and_mirrors(path, images):
    found = first(path, data_shape=(3, 5, 6), rand_crop=True, rand_mirror=True, seed_aug=3)
    places = set()
    for crop, image in zip(found.transpose(0, 2, 3, 1), images):
        [place] = [(y, x, step) for y in range(H - 4) for x in range(W - 5) for step in (1, -1)
                   if (image[y:y + 5, x:x + 6][:, ::step] == crop).all()]
        places.add(place)
    assert len(places) > 4 and {step for _, _, step in places} == {1, -1}
    again = first(path, data_shape=(3, 5, 6), rand_crop=True, rand_mirror=True, seed_aug=3)
    np.testing.assert_array_equal(again, found)


def test_every_epoch_has_an_order(path, images):
    iterator = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, H, W), batch_size=7,
                                     shuffle=True, seed=1)
    orders = []
    for _ in range(3):
        batch = iterator.next()
        order = batch.label[0].asnumpy()
        np.testing.assert_array_equal(batch.data[0].asnumpy(),
                                      images[order.astype(int)].transpose(0, 3, 1, 2))
        orders.append(order.tolist())
        iterator.reset()
    assert sorted(orders[0]) == list(range(7)) and orders[0] != orders[1] != orders[2]


def test_sizes(path):
    assert first(path, data_shape=(3, 6, 6), resize=6).shape == (7, 3, 6, 6)
    assert first(path, data_shape=(3, 40, 20)).shape == (7, 3, 40, 20)      # enlarged
    ramp = np.repeat(np.arange(0, 200, 10, dtype=np.uint8)[:, None, None], 3, axis=1)
    np.testing.assert_array_equal(bilinear(ramp, 20, 3), ramp)
    half = bilinear(ramp, 10, 6)
    assert half.shape == (10, 6, 1)
    assert half[:, 0, 0].tolist() == list(range(5, 200, 20))
    double = bilinear(ramp, 40, 3)[:, 0, 0].astype(int)
    assert (np.diff(double) >= 0).all() and double[0] == 0 and double[-1] == 190


def test_what_is_refused(path, monkeypatch):
    for name, value in (("max_rotate_angle", 10), ("brightness", 0.4), ("mean_img", "mean.bin")):
        with pytest.raises(mx.MXNetError, match=f"{name}={value!r} is not there; there are resize"):
            first(path, **{name: value})
    first(path, max_rotate_angle=0, fill_value=127, aug_seq="aug_default")
    with pytest.raises(TypeError, match="has no setting 'rnd_crop'; there are path_imgrec, "):
        first(path, rnd_crop=True)
    with pytest.raises(ValueError, match="data_shape is .* with 1 or 3 channels"):
        first(path, data_shape=(2, 4, 4))
    monkeypatch.setattr(recordio, "Image", None)
    with pytest.raises(mx.MXNetError, match="ImageRecordIter needs Pillow"):
        first(path)


def test_whole_numbers_become_the_nearest(tmp_path):
    """As in MXNet: pixels above 127 as int8, and what is below 0 as uint8."""
    picture = np.array([[[0, 100, 200], [255, 127, 128]]], np.uint8)
    writer = recordio.MXRecordIO(str(tmp_path / "two.rec"), "w")
    writer.write(recordio.pack_img(recordio.IRHeader(0, 1.0, 0, 0), picture[..., ::-1], 9, ".png"))
    writer.close()
    given = {"path_imgrec": str(tmp_path / "two.rec"), "data_shape": (3, 1, 2), "batch_size": 1}
    small = mx.io.ImageRecordInt8Iter(**given).next().data[0]
    assert small.dtype == np.int8
    assert small.asnumpy().ravel().tolist() == [0, 127, 100, 127, 127, 127]
    bytes_ = mx.io.ImageRecordUInt8Iter_v1(**given, mean_r=50, mean_b=-100).next().data[0]
    assert bytes_.asnumpy().ravel().tolist() == [0, 205, 100, 127, 255, 228]
    assert mx.io.ImageRecordIter_v1 is mx.io.ImageRecordIter


def test_the_first_batch_again_and_again(path):
    iterator = mx.io.ImageRecordIter(path, (3, H, W), 2)
    assert isinstance(iterator, mx.io.MXDataIter)
    wanted = iterator.next().data[0].asnumpy()
    iterator.reset()
    iterator.debug_skip_load()
    for _ in range(50):
        np.testing.assert_array_equal(iterator.next().data[0].asnumpy(), wanted)


# -- one picture ------------------------------------------------------------------------------------
def test_imdecode():
    """Channels first and red first, as the help text of MXNet's says; MXNet 1.9.1's own fails."""
    Image = pytest.importorskip("PIL.Image")
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3) * 4
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    data, planes = file.getvalue(), pixels.transpose(2, 0, 1).astype("float32")
    np.testing.assert_array_equal(mx.nd.imdecode(data).asnumpy(), planes)
    part = mx.nd.imdecode(data, clip_rect=(1, 2, 4, 3), mean=mx.nd.ones((3, 1, 3)))
    np.testing.assert_array_equal(part.asnumpy(), planes[:, 2:3, 1:4] - 1)
    many = mx.nd.zeros((2, 3, 4, 5))
    assert mx.nd.imdecode(data, out=many, index=1) is many
    np.testing.assert_array_equal(many.asnumpy(), [np.zeros((3, 4, 5)), planes])
    grey = mx.nd.imdecode(data, channels=1).asnumpy()
    np.testing.assert_allclose(grey[0], np.tensordot([0.299, 0.587, 0.114], planes, 1), atol=0.6)
    for error, message, given in (
            ("no picture", "nothing", {}), ("channels is 1 or 3", data, {"channels": 2}),
            ("is not inside of a picture", data, {"clip_rect": (0, 0, 6, 2)}),
            (r"out is \(3, 2, 2\)", data, {"out": mx.nd.zeros((3, 2, 2))})):
        message = message.encode() if isinstance(message, str) else message
        with pytest.raises(ValueError, match=error):
            mx.nd.imdecode(message, **given)
