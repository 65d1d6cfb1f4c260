"""Text as sentences of word numbers: read, cut up, numbered, and sorted into buckets."""
import bisect
import math
import re
from collections import Counter
from typing import NamedTuple

import symgraph as mx

try:
    from pydoc_data.topics import topics
except ImportError:         # some distributions of Python leave it out
    topics = None

PADDING = 0                 # fills up sentences; no word, and not counted in perplexities
UNKNOWN = "<unk>"
BUCKETS = [10, 20, 30, 40, 50, 60]
RARE = 3                    # words of the embedded text that come less often become UNKNOWN
LONGEST = 50                # of the embedded sentences: longer ones are too few to learn from

# "code" and *names* are one word each, as are numbers with a point and words with a hyphen.
WORD = re.compile(r"\"[^\"\s]+\"|\*[^*\s]+\*|\w+(?:['’.-]\w+)*|[^\w\s]")
SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z\"*(])")
LIST_MARK = re.compile(r"^(?:[*-]|\d+\.|\[\d+\])\s+")
PROSE = re.compile(r"[A-Z\"*(].*[.:!?)]", re.DOTALL)
NO_PROSE = re.compile(r"::=|>>>|^[+|=*-]{3}|\|$", re.MULTILINE)


class Corpus(NamedTuple):
    """Sentences for training and for validation as lists of ints, and the number of each word."""

    train: list
    valid: list
    vocab: dict

    @property
    def words(self):
        """The word of each number, as a dict."""
        return {number: word for word, number in self.vocab.items()}


def load(train=None, valid=None):
    """The Corpus of two files, or of the embedded text if there is none.

    In a file a line is a sentence, words are what is between spaces, and the end of the line is
    the word that PADDING stands for, all as in MXNet's example. Where there is no file for
    validation, it gets every tenth sentence. Raises OSError for files that cannot be read,
    ValueError for one that is no text, or for a Python that has no embedded text.
    """
    sentences = prose() if train is None else read(train)
    held_out = read(valid) if valid else sentences[::10]
    if not valid:
        sentences = [sentence for i, sentence in enumerate(sentences) if i % 10]
    if train is None:
        sentences = without_rare_words(sentences)
    sentences, vocab = mx.rnn.encode_sentences(sentences, invalid_label=PADDING, start_label=1)
    unknown = None
    if any(word not in vocab for sentence in held_out for word in sentence):
        unknown = UNKNOWN
    held_out, vocab = mx.rnn.encode_sentences(held_out, vocab, unknown_token=unknown)
    return Corpus(sentences, held_out, vocab)


def read(path):
    """The lines of a file as lists of words; the end of a line is a word too."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is no text in UTF-8: {error}") from None
    return [[word for word in line.replace("\n", " \n").split(" ") if word] for line in lines]


def prose():
    """The sentences of CPython's interactive help as lists of words, without code and tables."""
    if topics is None:
        raise ValueError("this Python comes without pydoc_data.topics, the embedded text; "
                         "name a text of your own with --text")
    found = {}              # each sentence once: some topics share whole sections
    for text in topics.values():
        for block in text.split("\n\n"):
            block = LIST_MARK.sub("", block.strip())
            if PROSE.fullmatch(block) and not NO_PROSE.search(block):
                for sentence in SENTENCE_END.split(" ".join(block.split())):
                    found[tuple(WORD.findall(sentence))] = None
    return [list(sentence) for sentence in found if 3 < len(sentence) <= LONGEST]


def without_rare_words(sentences):
    counts = Counter(word for sentence in sentences for word in sentence)
    return [[word if counts[word] >= RARE else UNKNOWN for word in sentence]
            for sentence in sentences]


def iterators(corpus, batch_size):
    """Iterators over the batches for training and for validation.

    Sentences for training that do not fill a batch are left out, others in each epoch; those for
    validation are all there, as sentences of nothing but PADDING fill up the last batch.
    """
    if batch_size > len(corpus.train):
        raise ValueError(f"batch size {batch_size}: there are only {len(corpus.train)} sentences")
    last = [bisect.bisect_left(BUCKETS, len(sentence)) for sentence in corpus.valid]
    empty = [[PADDING] * bucket for i, bucket in enumerate(BUCKETS)
             for _ in range(-last.count(i) % batch_size)]
    return [mx.rnn.BucketSentenceIter(sentences, batch_size, BUCKETS, invalid_label=PADDING)
            for sentences in (corpus.train, corpus.valid + empty)]


def unigram_perplexity(corpus):
    """The perplexity of a model that knows nothing but how frequent each word is in training."""
    counts = Counter(word for sentence in corpus.train for word in sentence if word != PADDING)
    total = counts.total() + len(corpus.vocab)
    following = [word for sentence in corpus.valid for word in sentence[1:] if word != PADDING]
    loss = -sum(math.log((counts[word] + 1) / total) for word in following)
    return math.exp(loss / len(following))


def written(words):
    """Words as one line of text."""
    line = re.sub(r" ([.,:;!?)\]}]|’)", r"\1", " ".join(words))
    return re.sub(r"([(\[{]) ", r"\1", line)
