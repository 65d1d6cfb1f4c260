"""The text that language models learn: as batches of equal length, in a file that all peers read."""
from pathlib import Path

import numpy as np

LENGTHS = (10, 20, 30, 40, 50, 60)
END = "."       # the word that ends a sentence, and of no meaning in made text


def lines_of(folder):
    """Lines of words: of the file sherlockholmes.train.txt in folder, or made where that is None.

    A line ends with the word "\\n", as in MXNet's example, which keeps the ends of lines.
    """
    if folder is None:
        return made_lines()
    with open(Path(folder) / "sherlockholmes.train.txt", encoding="utf-8") as file:
        return [[word for word in line.split(" ") if word] for line in file]


def made_lines(count=4143, words=20, vocabulary=1999, ends=0.045):
    """Lines with the statistics of that text: their number, length and words, and ends of sentences.

    Words are as frequent as Zipf's law has it; every one occurs, as in a vocabulary made of the text.
    """
    rng = np.random.default_rng(0)
    weights = 1 / (np.arange(1, vocabulary) + 2.7)
    total = count * words
    ids = rng.choice(vocabulary - 1, total, p=weights / weights.sum())
    ids[rng.permutation(total)[:vocabulary - 1]] = np.arange(vocabulary - 1)
    stops = rng.random(total) < ends
    text = [END if stop else f"w{number}" for stop, number in zip(stops, ids)]
    return [[*text[i:i + words], "\n"] for i in range(0, total, words)]


def sentences_of(lines):
    """The same words, cut after full stops, so that lengths differ; ends of lines are left out."""
    sentences, now = [], []
    for line in lines:
        for word in line:
            if word != "\n":
                now.append(word)
            if word == END:
                sentences.append(now)
                now = []
    return [*sentences, now] if now else sentences


def write_batches(path, sentences, batch, count=None):
    """Write batches of the smallest length that holds them; return the size of the vocabulary.

    The file has the length of each batch in `order`, and for each length data and label, (batches,
    rows, length), of which the label is the next word. Batches that are not full are left out;
    with a count, about so many stay, of every length its part.
    """
    ids, rows = {"\n": 0}, {length: [] for length in LENGTHS}
    for sentence in sentences:
        length = next((length for length in LENGTHS if len(sentence) <= length), None)
        numbers = [ids.setdefault(word, len(ids)) for word in sentence]
        if length:
            rows[length].append(numbers + [0] * (length - len(numbers)))
    arrays, order = {}, []
    total = sum(len(found) // batch for found in rows.values())
    for length, found in rows.items():
        full = len(found) // batch
        if full == 0:
            continue
        kept = full if count is None else max(1, min(full, full * count // total))
        data = np.array(found[:kept * batch], np.int64).reshape(kept, batch, length)
        label = np.zeros_like(data)
        label[:, :, :-1] = data[:, :, 1:]
        arrays.update({f"data{length}": data, f"label{length}": label})
        order += [length] * kept
    np.savez(path, order=np.random.default_rng(0).permutation(order), **arrays)
    return len(ids)
