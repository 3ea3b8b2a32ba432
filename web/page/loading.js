// What is loaded before the program begins: a bar, and a button where something did not come.
'use strict';

const sizes = JSON.parse(document.querySelector('meta[name=files]').content); // unpacked; with relaxed SIMD and without a module has one size
const expected = new Map(['core.bin', PROGRAM + '.wasm'].map(name => [name, sizes[name]]));
const come = new Map();

function showBar() {
  const sum = values => [...values].reduce((all, size) => all + size, 0);
  part('bar').value = sum(come.values()) / sum(expected.values());
}

function expect(name, size) {
  expected.set(name, size);
  showBar();
}

// Most of the program is there: what is asked for next comes when all of it is.
let isNearly = null;
const programNearly = new Promise(done => { isNearly = done; });

function count(name, bytes) {
  come.set(name, Math.min(bytes, expected.get(name)));
  if (name === PROGRAM + '.wasm' && bytes > 0.9 * expected.get(name))
    isNearly();
  showBar();
}

// The answer, each piece of which is heard of as it comes.
async function fetchHeard(file, heard, options = {}) {
  const answer = await fetch(file, options);
  if (!answer.ok)
    return answer;
  const pieces = answer.body.pipeThrough(new TransformStream({transform(piece, to) {
    heard(piece);
    to.enqueue(piece);
  }}));
  return new Response(pieces);
}

// What comes packed is counted unpacked, as `expected` has it.
async function fetchCounted(file, name = file) {
  let bytes = 0;
  count(name, 0);
  const answer = await fetchHeard(file, piece => count(name, bytes += piece.length));
  if (!answer.ok)
    throw new Error(`${file}: ${answer.status}`);
  return answer.body;
}

let pressed = null; // all that failed goes on by one press

function tryAgain(error) {
  console.warn(String(error));
  part('what').textContent = ` (${error.message})`;
  part('failed').hidden = false;
  pressed ??= new Promise(done => part('retry').addEventListener('click', done, {once: true})).then(() => {
    pressed = null;
    part('failed').hidden = true;
  });
  return pressed;
}

// Does it until it has worked.
async function until(step) {
  for (;;)
    try {
      return await step();
    } catch (error) {
      await tryAgain(error);
    }
}
