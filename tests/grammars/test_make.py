"""The scripts of grammars/ make the lessons' data to the byte, and every seed of lesson 5 gives data to learn from.

    test_make.py FOLDER SEEDS [--all]     seeds 1 to SEEDS; --all: make_pairs.py too, which takes half a minute
"""
import pathlib
import subprocess
import sys

folder, seeds = pathlib.Path(sys.argv[1]), int(sys.argv[2])
sys.path.insert(0, str(folder))
import make_cat_chase_mouse as lesson  # noqa: E402

for script in sorted(folder.glob("make_*.py")):
    if script.name != "make_pairs.py" or "--all" in sys.argv:
        subprocess.run([sys.executable, script, "--check"], check=True, stderr=subprocess.DEVNULL)

for seed in range(1, seeds + 1):
    train, held_out = lesson.make(seed)
    assert len(train) == lesson.TRAIN and len(held_out) == lesson.HELD_OUT, seed
    assert len({row[0].lower() for row in train + held_out}) == lesson.TRAIN + lesson.HELD_OUT, seed
    for side in (0, 1):
        said = lesson.counts(train, side)
        assert min(said.values()) >= lesson.LEAST, (seed, said.most_common()[-1])
        assert lesson.counts(held_out, side).keys() <= said.keys(), seed

# "in" is said in one way in every lesson: 在 花园 里.
for table in sorted((folder.parent / "lessons").glob("*/*.tsv")):
    for row in table.read_text(encoding="utf-8").splitlines():
        source, target, *links = [column.split() for column in row.split("\t")]
        pairs = [tuple(map(int, link.replace("?", "-").split("-"))) for link in (links[0] if links else [])]
        for place, word in enumerate(source):
            said = [target[t] for s, t in pairs if s == place]
            assert word != "in" or not said or said == ["在", "里"], (table, row)
