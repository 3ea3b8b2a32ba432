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
