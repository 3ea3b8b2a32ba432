"""attend.Trace: what the program prints is read, fits docs/trace.schema.json, and comes back whole; the traces of other
models do so too, and the program draws them. Exit 77 (skipped, all else aside) where there is no jsonschema.

    test_trace.py ATTEND SCHEMA DATA MODEL...
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import attend
from attend import heatmap, program
from attend.trace import Trace

try:
    import jsonschema
except ImportError:
    jsonschema = None

OPTIONS = ([], ["--beam", "3"], ["--mute", "2"], ["--temperature", "2"], ["--weights", "1:0.5,0.25,0.25"])
KINDS = ("--cell self --heads 2 --feed-forward 4", "--cell lstm --attention luong --layers 2", "--attention none",
         "--cell lstm --decoder-layers 2")
BROKEN = (  # what the schema refuses
    lambda content: content["steps"][0]["output"].pop("token"),
    lambda content: content["steps"][0].update(weights=[2.0, 0, 0]),
    lambda content: content["source"].update(tokens="cat chase mouse"),
    lambda content: content.update(attentions={"cross": [[[0.5]]]}),
    lambda content: content.update(maps={"gradient": [[0.5]]}),
    lambda content: content.update(unheard_of=1))


def validator(path):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    if jsonschema is None:
        return None
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def fits(check, content):
    if check is not None:
        check.validate(content)


def comes_back(trace, folder):
    path = os.path.join(folder, "trace.json")
    trace.write(path)
    again = Trace.read(path)
    assert again.json == trace.json
    return path, again


def maps(model, check, folder):
    """attend.causes gives the program's maps, and its sentence where it refuses; a trace that was asked for them has the same."""
    trace = Trace.decode(model, "cat chase mouse", "--maps")
    fits(check, trace.json)
    comes_back(trace, folder)
    assert Trace.decode(model, "cat chase mouse").maps is None
    unknown, zero = attend.causes(model, "cat chase mouse"), attend.causes(model, "cat chase mouse", eraser="zero", title="0")
    slopes = attend.causes(model, "cat chase mouse", "gradient")
    looked = attend.causes(model, "cat chase mouse", "attention")
    for made in (unknown, zero, slopes, looked):
        assert made.source == trace.source and made.target == trace.target and "<svg" in made.svg()
    assert np.allclose(looked.weights, trace.weights, atol=1e-6) and zero.weights.shape == trace.weights.shape
    shown = re.compile(r">([+−]?[0-9.]+)<").findall
    theirs = subprocess.run([os.environ["ATTEND"], "heatmap", model, "cat chase mouse", "--of=erase", "-o", "-.svg", "--caption="],
                            check=True, capture_output=True).stdout.decode()
    assert shown(unknown.svg()) == shown(theirs) and "+" in "".join(shown(theirs)), shown(unknown.svg())
    for name, made in (("erase-unk", unknown), ("erase-zero", zero), ("gradient", slopes)):
        assert (trace.maps[name] == made.weights).all(), name
    assert not np.allclose(unknown.weights, zero.weights) and not np.allclose(slopes.weights, zero.weights)
    assert slopes.weights.min() < 0
    try:
        attend.causes(model, "cat chase mouse", "gradient", eraser="zero")
        raise AssertionError("an eraser of the gradient was taken")
    except program.ProgramError as error:
        assert str(error).endswith("eraser goes with of erase"), error


def models(attend, data, folder, given):
    for i, kind in enumerate(KINDS):
        path = os.path.join(folder, f"{i}.safetensors")
        subprocess.run([attend, "train", data, "-o", path, "--embed", "6", "--hidden", "7", "--epochs", "1", *kind.split()],
                       check=True, capture_output=True)
        yield path
    yield from given


def ours(attend, check, data, folder, given):
    count = 0
    for model in models(attend, data, folder, given):
        for options in OPTIONS:
            try:
                trace = Trace.decode(model, "cat chase mouse", *options)
            except program.ProgramError as error:
                assert "attention" in str(error), error
                continue
            fits(check, trace.json)
            comes_back(trace, folder)
            n, m = len(trace.source), len(trace.target)
            assert trace.source[:3] == ["cat", "chase", "mouse"] and len(trace.inputs) == m
            assert trace.inputs[0] == "<s>" and trace.inputs[1:] == trace.target[:-1]
            for found, shape in ((trace.weights, (m, n)), (trace.cross, (1, 1, m, n))):
                assert found is None or found.shape == shape and np.allclose(found.sum(-1), 1, atol=1e-5)
            self_ = trace.json["model"]["cell"] == "self"
            assert (trace.encoder.shape == (1, 2, n, n)) if self_ else trace.encoder is None
            layers = 2 if "lower" in trace.json["steps"][0] else 1
            assert trace.states.shape == (layers, m, trace.json["model"]["hidden"])
            assert (layers == 2) == (trace.json["model"].get("decoder_layers", 1) == 2)
            count += 1
    return count, trace


def foreign(attend, check, folder):
    """Another model's: what was given comes back, and the program draws its mean."""
    random = np.random.default_rng(1)
    cross, encoder, decoder = (random.dirichlet(np.ones(n), (2, 4, m)) for m, n in ((3, 5), (5, 5), (3, 3)))
    source, target = "the cat sat down .".split(), ["le", "chat", "</s>"]
    trace = Trace.of(source, target, cross, encoder, decoder, inputs=["<s>", "le", "chat"], name="some model")
    fits(check, trace.json)
    path, again = comes_back(trace, folder)
    assert (again.cross == cross).all() and (again.encoder == encoder).all() and (again.decoder == decoder).all()
    assert np.allclose(again.weights, cross.mean((0, 1))) and again.inputs == ["<s>", "le", "chat"]
    table = os.path.join(folder, "w.json")
    subprocess.run([attend, "heatmap", "--from", path, "--reduce", "mean", "-o", table], check=True)
    with open(table, encoding="utf-8") as file:
        drawn = json.load(file)
    assert drawn["source"] == source and drawn["target"] == target
    assert np.allclose(drawn["weights"], cross.mean((0, 1)), atol=1e-4)


def half(attend, check, folder):
    """An encoder alone, and a decoder alone: the program draws their self-attention, with the mask's cells left blank."""
    random = np.random.default_rng(3)
    encoder, decoder = random.dirichlet(np.ones(4), (2, 3, 4)), np.tril(random.dirichlet(np.ones(4), (2, 3, 4)))
    text = "the cat sat down".split()
    for kind, values in (("encoder", encoder), ("decoder", decoder)):
        trace = Trace.of(text, **{kind: values}, name="half")
        fits(check, trace.json)
        path, again = comes_back(trace, folder)
        assert (getattr(again, kind) == values).all() and again.weights is None and again.cross is None and again.states is None
        assert (again.source, again.inputs) == ((text, []) if kind == "encoder" else ([], text))
        assert again.target == ([] if kind == "encoder" else text[1:]) and repr(again) == "<Trace 'the cat sat down'>"
        mean = values.mean((0, 1))
        drawn = again.heatmap()
        blank = np.isnan(drawn.weights)
        assert drawn.source == drawn.target == text and np.allclose(drawn.weights[~blank], mean[~blank])
        assert (blank == (np.triu(np.ones((4, 4)), 1) * (kind == "decoder"))).all()
        table = os.path.join(folder, "h.json")
        subprocess.run([attend, "heatmap", "--from", path, "--reduce", "mean", "-o", table], check=True, capture_output=True)
        with open(table, encoding="utf-8") as file:
            drawn = json.load(file)
        assert drawn["source"] == text and drawn["target"] == text and np.allclose(drawn["weights"], mean, atol=1e-4)
        picture = os.path.join(folder, "h.html")
        subprocess.run([attend, "heatmap", "--from", path, "--reduce", "mean", "-o", picture], check=True, capture_output=True)
        with open(picture, encoding="utf-8") as file:
            assert file.read().count("behind the causal mask") == (0 if kind == "encoder" else 6)
    shown = [Trace.of(text, encoder=encoder), Trace.of(text, decoder=decoder)]
    assert Trace.of(text, "cat sat down .", decoder=decoder).target == "cat sat down .".split()
    both = Trace.of(text, "le chat", encoder=encoder, decoder=np.eye(2))   # of an encoder-decoder without its cross-attention
    fits(check, both.json)
    assert both.weights is None and both.target == ["le", "chat"] and both.inputs == ["<s>", "le"]
    return shown


def broken(check, trace):
    for change in BROKEN:
        content = json.loads(json.dumps(trace.json))
        change(content)
        assert check is None or not check.is_valid(content)


def refused(folder):
    """One sentence each."""
    def raises(function, said):
        try:
            function()
        except (ValueError, TypeError) as error:
            assert said in str(error), error
        else:
            raise AssertionError(f"{said}: nothing was refused")
    for weights, said in (([[0.5, 0.5]], "are 1 x 2, rows by columns, and their words 2 x 2"), ([[0.5, float("nan")]] * 2, "not finite"), ([], "[m, n] or"), (None, "none of cross, encoder and decoder"),
                          ([[0.5], [0.5, 0.5]], "of one length"), ([["a", "b"]] * 2, "of one length")):
        raises(lambda: Trace.of("a b", "c d", weights), said)
    small = Trace.of("a b", "c", [[0.5, 0.5]])
    for chosen, said in (({"layer": 1}, "no layer 1"), ({"head": -1}, "no head -1"), ({"kind": "encoder"}, "no encoder"),
                         ({"kind": "self"}, "one of cross")):
        raises(lambda: small.heatmap(**chosen), said)
    raises(lambda: Trace.of("a b", "c", [[0.5, 0.5]], inputs=["<s>", "c"]), "inputs has 2 words")
    raises(lambda: Trace.of("a b c", "b", decoder=np.eye(3)), "inputs has 3 words")
    raises(lambda: Trace.of("a b c", encoder=np.eye(2)), '"attentions.encoder" are 2 x 2')
    raises(lambda: Trace.of("a b", cross=np.eye(2)), "are 2 x 2, rows by columns, and their words 0 x 2")
    raises(lambda: Trace.of("a b", [1, 2], [[1, 0], [0, 1]]), "target")
    path = os.path.join(folder, "no.json")
    step = '{"source":{"tokens":["a"]},"steps":[%s]}'
    for text, said in (("{", "no trace"), ("[]", "no trace"), ("{}", "no trace"), ("\udcff", "no trace"), (step % "{}", "no trace"),
                       (step % '{"weights":["x"],"output":{"token":"b"}}', "of one length"),
                       (step % '{"weights":[1,2],"output":{"token":"b"}}', "step 1 has 2 weights"),
                       ('{"maps":{"gradient":[[1,2]]},' + step[1:] % '{"output":{"token":"b"}}', '"maps.gradient" are 1 x 2, rows by columns'),
                       ('{"maps":{"gradient":7},' + step[1:] % '{"output":{"token":"b"}}', '"maps.gradient" have the shape []')):
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
        raises(lambda: Trace.read(path), said)


def stages(trace, halves):
    """A notebook shows the stage of a step, of which every number is told; without the program its numbers in a table."""
    shown = trace._repr_html_()
    assert shown.count("<svg") == 1 and shown.count('aria-label="h₁') > 9 and shown != trace.stage(1)._repr_html_()
    before = os.environ.pop("ATTEND")
    paths, os.environ["PATH"] = os.environ["PATH"], ""
    try:
        table = trace.stage(2)._repr_html_()
        assert f"step 2: {trace.inputs[1]} → {trace.target[1]}, p 0." in table and table.count("<td>") == 2 * len(trace.source)
        assert all(f"<td>{weight:.4f}</td>" in table for weight in trace.weights[1])
        for half in halves:
            table = half.stage(2)._repr_html_()
            assert "cat looks at" in table and table.count("<td></td>") == (2 if half.source == [] else 0)
    finally:
        os.environ["ATTEND"], os.environ["PATH"] = before, paths
    for step in (0, len(trace.target) + 1):
        try:
            trace.stage(step)
            raise AssertionError(f"step {step} was shown")
        except ValueError as error:
            assert str(error) == f"there is no step {step}: they are 1 to {len(trace.target)}"


def opens(trace, folder):
    """The window is started on a file that is the trace; a stand-in notes what it was given."""
    noted, stand_in = os.path.join(folder, "noted"), os.path.join(folder, "stand-in")
    with open(stand_in, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\ncat "$1" >"{noted}"\nrm -r "$(dirname "$1")"\n')
    os.chmod(stand_in, 0o755)
    before, os.environ["ATTEND"] = os.environ["ATTEND"], stand_in
    try:
        assert trace.open().wait() == 0
    finally:
        os.environ["ATTEND"] = before
    with open(noted, encoding="utf-8") as file:
        assert json.load(file) == trace.json


def opens_weights(folder):
    """A picture's weights, too: all heads, with their words."""
    noted, stand_in = os.path.join(folder, "noted"), os.path.join(folder, "stand-in")
    heads = np.random.default_rng(2).dirichlet(np.ones(3), (2, 4, 2))
    before, os.environ["ATTEND"] = os.environ["ATTEND"], stand_in
    try:
        assert heatmap(heads, "a b c", "d e").open().wait() == 0
    finally:
        os.environ["ATTEND"] = before
    kept = np.load(noted)
    assert np.allclose(kept["weights"], heads) and list(kept["source"]) == ["a", "b", "c"] and list(kept["target"]) == ["d", "e"]


def main():
    attend, schema, data, *given = sys.argv[1:]
    os.environ["ATTEND"] = attend
    check = validator(schema)
    with tempfile.TemporaryDirectory() as folder:
        count, trace = ours(attend, check, data, folder, given)
        foreign(attend, check, folder)
        stages(Trace.decode(given[0], "cat chase mouse"), half(attend, check, folder))
        broken(check, trace)
        refused(folder)
        maps(given[0], check, folder)
        opens(trace, folder)
        opens_weights(folder)
    assert count >= 15
    print(f"{count} traces of the program were read and came back whole")
    if check is None:
        print("skipped: the schema, there is no jsonschema here (Debian: apt-get install python3-jsonschema)")
        sys.exit(77)


main()
