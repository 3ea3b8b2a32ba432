"""The plain Python reader and writer of model files: what is read and written again is the same to the last bit.

    test_file.py ATTEND MODEL.safetensors...
"""
import os
import subprocess
import sys
import tempfile

from attend import model_file


def same_bytes(path, folder):
    copy = os.path.join(folder, "copy.safetensors")
    file = model_file.read(path)
    model_file.write(copy, file)
    with open(path, "rb") as a, open(copy, "rb") as b:
        assert a.read() == b.read(), f"{path}: the copy differs"
    assert file.source[:4] == file.target[:4] == model_file.SPECIAL
    assert file.tensors["output.bias"].shape == [len(file.target)]
    return copy, file


def broken_files_are_refused(path, folder):
    with open(path, "rb") as whole:
        data = whole.read()
    cut = os.path.join(folder, "cut.safetensors")
    for length in (0, 7, 8, 100, len(data) - 4):
        with open(cut, "wb") as out:
            out.write(data[:length])
        try:
            model_file.read(cut)
        except ValueError:
            continue
        raise AssertionError(f"{length} bytes of {path} were taken for a model")


def changed_numbers_arrive(attend, path, folder):
    """A bias that makes one word certain: attend must read what Python wrote, at the right place."""
    copy, file = same_bytes(path, folder)
    file.tensors["output.bias"].values[4] += 1000
    model_file.write(copy, file)
    run = subprocess.run([attend, "decode", copy, "cat", "--force", ""], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == file.target[4], run.stdout


def main():
    attend, paths = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            same_bytes(path, folder)
        broken_files_are_refused(paths[0], folder)
        changed_numbers_arrive(attend, paths[0], folder)
    print(f"{len(paths)} files read and written again, bit for bit")


main()
