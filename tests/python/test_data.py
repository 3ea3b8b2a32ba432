"""attend.data without PyTorch: the words are the program's, of lines and of tables; batches are the same however they are taken up, and a corpus is
read in less memory than it has bytes.

    test_data.py ATTEND
"""
import os
import resource
import subprocess
import sys
import tempfile

import numpy as np

from attend import data, model_file
from attend.pairs import links_of, read_pairs, read_rows

LINES = [  # what the three ways of cutting do differently, and what one spelling brings together
    "The cat, the dog -- don't!\tLe chat, l'homme qu'il n'a pas vu... 3.14 1,000",
    "The   CAT\u3000sat\u00a0down\tＬｅ　ｃｈａｔ ﬁn “oui” … ‘a’ e\u0301te\u0301 \u00e9t\u00e9",
    "I like 猫 and 老鼠。\t我喜欢猫和老鼠，你呢？？ ok!!",
    "ÀÉÎ ĂĐ Ÿ ΑΒΓ ЖЯЁ İı\tа б в 《书》 ！！ w\u200bo\u00adrd </s> <unk>",
    "the the the\tun un deux aujourd'hui L'Eau t'es well-known co-op- -x 1.2.3 a.b",
    "Hello world\tBonjour le monde ☃☃ →→ x\u0327 C\u0327a ｱｲｳ ｡｢｣",
]


def words_are_the_programs(attend, folder):
    pairs, model = (os.path.join(folder, name) for name in ("p.tsv", "m.safetensors"))
    with open(pairs, "w", encoding="utf-8") as file:
        file.write("\n".join(LINES) + "\n")
    for kind in ("space", "word", "char"):
        for lowercase in (False, True):
            for least in (1, 2):
                subprocess.run([attend, "train", pairs, "-o", model, "--epochs", "0", "--source-tokens", kind,
                                "--target-tokens", kind, "--min-count", str(least), f"--lowercase={str(lowercase).lower()}"],
                               check=True, capture_output=True)
                kept = model_file.read(model)
                cutting = data.Cutting(kind, kind, lowercase, least)
                ours = data.vocabularies(pairs, cutting)
                assert ours == (kept.source, kept.target), (kind, set(ours[1]) ^ set(kept.target),
                                                            set(ours[0]) ^ set(kept.source))


TABLES = {  # name: content, as spreadsheets write them
    "named.CSV": '\ufeffid,Translation, SOURCE ,alignment\r\n1,"le chat","the ""cat"", sat",0-0\r\n\r\n2,x,"two\nlines",\r\n',
    "plain.csv": "the cat;le chat;0-0 1-1\nthe, dog;le chien;\n",
    "formula.csv": "'=1+1,''-x\n'quoted',a\"b\n ,empty\n",
    "returns.csv": 'a,b\r"c\r\nd",e\rf,g',
}
BAD = {
    "ragged.csv": 'a,x\n"b\nc",y\nd\n', "one.csv": "a\tx\n", "open.csv": 'a,x\n"b,y\n', "behind.csv": 'a,x\n"b"c,y\n',
    "latin.tsv": b"a\tx\n\xe9\ty\n", "nul.tsv": "a\tx\nb\0\ty\n", "return.tsv": "a\tx\nb\rc\ty\n", "tab.tsv": "a\tx\nno tab\n",
}


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def tables_are_the_programs(attend, folder):
    """The pairs of a table, as its words tell, and the sentence about one that is none."""
    model = os.path.join(folder, "t.safetensors")

    def program(path):
        return subprocess.run([attend, "train", path, "-o", model, "--epochs", "0", "--source-tokens", "space",
                               "--target-tokens", "space"], capture_output=True, text=True)
    for name, content in TABLES.items():
        path = os.path.join(folder, name)
        write(path, content)
        done = program(path)
        assert done.returncode == 0, done.stderr
        kept = model_file.read(model)
        assert data.vocabularies(path, data.Cutting()) == (kept.source, kept.target), (name, list(read_pairs(path)))
    for name, content in BAD.items():
        path = os.path.join(folder, name)
        write(path, content)
        try:
            list(read_pairs(path))
        except ValueError as error:
            said = program(path).stderr
            assert str(error).replace(path, name) in said.replace(path, name), (str(error), said)
        else:
            raise AssertionError(f"{name} was read")


LINKS = {"wild.tsv": "a b\tc\t0-0 x\n", "none.tsv": "a b\tc\t0-\n", "far.tsv": "a b\tc\t0-0 2-0\n", "low.csv": "a b,c,0-0\nd,e,0-1\n",
         "twice.tsv": "a b\tc\t0-0 1p0 0?0\n"}


def links_are_the_programs(attend, folder):
    """The sentence about what is no alignment; and an alignment, whatever column it has."""
    for name, content in LINKS.items():
        path = os.path.join(folder, name)
        write(path, content)
        said = subprocess.run([attend, "train", path, "-o", path + ".safetensors"], capture_output=True, text=True).stderr
        try:
            for row in read_rows(path):
                links_of(row, path)
        except ValueError as error:
            assert str(error) in said, (str(error), said)
        else:
            raise AssertionError(f"{name} was read")
    found = {"links.csv": 'gold,source,target\n"1-2 2?1","a b","x y"\n,c,z\n', "links.tsv": "a b\tx y\t1-2 2?1\tmore\nc\tz\tCC-BY 2.0 1-1\n"}
    for name, content in found.items():
        path = os.path.join(folder, name)
        write(path, content)
        assert [links_of(row, path, "pharaoh1") for row in read_rows(path)] == [[(0, 1, True), (1, 0, False)], []], name


def make(folder, lines):
    pairs = os.path.join(folder, "many.tsv")
    with open(pairs, "w", encoding="utf-8") as file:
        for i in range(lines):
            file.write(f"a{i % 7} b{i % 11}" + " c" * (i % 13) + f"\tx{i % 5}" + " y" * (i % 9) + "\n")
    data.prepare(pairs, os.path.join(folder, "d"), data.Cutting())
    return data.Corpus(os.path.join(folder, "d"), window=100)


def batches_are_complete(folder):
    corpus = make(folder, 350)
    batches = list(corpus.batches(epoch=2, seed=7, batch=32))
    assert len(batches) == corpus.steps(32)
    assert sorted(number for numbers, _ in batches for number in numbers) == list(range(350))
    for numbers, pairs in batches:
        for number, (source, target) in zip(numbers, pairs):
            assert corpus.source[source[0]] == f"a{number % 7}" and len(target) == 1 + number % 9
    for skip in (1, 5, len(batches)):
        rest = list(corpus.batches(2, 7, 32, skip))
        assert len(rest) == len(batches) - skip
        assert all((a[0] == b[0]).all() and a[1] == b[1] for a, b in zip(rest, batches[skip:]))
    assert any((a[0] != b[0]).any() for a, b in zip(corpus.batches(3, 7, 32), batches) if len(a[0]) == len(b[0]))


def numbers_go_by_the_sample():
    whole = data.uniform([1, 2], np.arange(50), 40)
    assert (data.uniform([1, 2], np.array([7, 31]), 40) == whole[[7, 31]]).all()
    assert (data.uniform([1, 2], np.arange(50), 9) == whole[:, :9]).all()
    assert 0 <= whole.min() and whole.max() < 1 and abs(whole.mean() - 0.5) < 0.02
    assert (data.uniform([1, 3], np.arange(50), 40) != whole).all()


def memory(folder):
    """12 MB of pairs with 4 MB to work in; a process of its own, since memory that was given back may still count."""
    pairs = os.path.join(folder, "large.tsv")
    with open(pairs, "w", encoding="utf-8") as file:
        for i in range(64000):
            file.write(f"w{i % 997} " + "abcdefghi " * 9 + f"\tv{i % 991} " + "qrstuvwxy " * 9 + "\n")
    assert os.path.getsize(pairs) > 11 << 20
    subprocess.run([sys.executable, os.path.abspath(__file__), "--within", pairs, os.path.join(folder, "l")], check=True)


def within(pairs, folder):
    with open("/proc/self/statm") as file:
        held = int(file.read().split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (held + (4 << 20),) * 2)
    data.prepare(pairs, folder, data.Cutting())
    corpus = data.Corpus(folder, window=2000)
    assert sum(len(numbers) for numbers, _ in corpus.batches(1, 1, 64)) == corpus.count == 64000


def refused(folder):
    for text, said in (("no tab here\n", ":1: there is no TAB"), ("a\t\n", "holds no usable")):
        pairs = os.path.join(folder, "bad.tsv")
        with open(pairs, "w", encoding="utf-8") as file:
            file.write(text)
        try:
            data.prepare(pairs, os.path.join(folder, "bad"), data.Cutting())
        except ValueError as error:
            assert said in str(error), error
        else:
            raise AssertionError(f"{text!r} was taken")
        assert not os.path.exists(os.path.join(folder, "bad"))


def main():
    if sys.argv[1] == "--within":
        return within(*sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        words_are_the_programs(sys.argv[1], folder)
        tables_are_the_programs(sys.argv[1], folder)
        links_are_the_programs(sys.argv[1], folder)
        batches_are_complete(folder)
        numbers_go_by_the_sample()
        refused(folder)
        memory(folder)
    print("the words are the program's; 12 MB of pairs were read with 4 MB")


main()
