// Files that the program reads: a core that is there at once; the files of further lessons, which come behind it, and those
// that are wanted before the others; fonts with rare letters, which come only when they are wanted.
'use strict';

const made = new Set(); // folders: each that is there already is an exception of the file system's, hundreds of times

function place(path, bytes) {
  const whole = `${DATA}/${path}`, folder = whole.slice(0, whole.lastIndexOf('/'));
  if (!made.has(folder))
    FS.mkdirTree(folder);
  made.add(folder);
  FS.createDataFile(whole, null, bytes, true, false, true);
  return FS.lookupPath(whole).node;
}

// The length of the index (4 bytes, the lowest first), the index in JSON, the files one behind the other.
const headOf = bytes => 4 + new DataView(bytes.buffer).getUint32(0, true);

function join(pieces) {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  pieces.reduce((at, piece) => (whole.set(piece, at), at + piece.length), 0);
  return whole;
}

// As it comes: when the index has, what the lesson needs that is opened first is asked for.
async function fetchCore() {
  const reader = (await fetchCounted('core.bin')).getReader(), pieces = [];
  core = null;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    const bytes = core ? null : join(pieces);
    if (bytes?.length > 4 && bytes.length >= headOf(bytes)) {
      core = JSON.parse(new TextDecoder().decode(bytes.subarray(4, headOf(bytes))));
      filesOf(lessonOf(placeOfLink() ?? ''), core.later.map(([path]) => path)).forEach(path => ahead.set(path, fetchHeardOf(path).catch(() => 0)));
    }
  }
  return join(pieces);
}

function unpack(bytes) {
  let at = headOf(bytes);
  for (const [path, size] of core.files)
    place(path, bytes.subarray(at, at += size));
  for (const promised of [...core.later, ...core.wanted])
    promise(...promised);
  core.later.forEach(([path]) => behind.add(path));
}

let core = null; // the index of core.bin, which pack.js has made
const ahead = new Map(); // path: its answer, asked for before the program was there
const waiting = new Map(); // path: the file's node, its size and sum, until it is there
const behind = new Set(); // those that come without being asked for
const early = []; // those that came before the service was there to keep them
const going = new Map(), lost = new Map(); // path: a promise; what the server answered, 0: nothing

function promise(path, size, sum) {
  const node = place(path, new Uint8Array(0));
  node.usedBytes = size;
  waiting.set(path, {node, size, sum});
}

// As base/arrival.h has them.
const ARRIVAL = {there: 0, coming: 1, lost: 2, refused: 3};
const awaited = new Set(); // what the program has heard is not there yet: it hears when that changes
const ofData = whole => whole.startsWith(DATA + '/') ? whole.slice(DATA.length + 1) : '';

Module.arrival = whole => {
  const path = ofData(whole);
  if (!waiting.has(path))
    return ARRIVAL.there;
  awaited.add(path);
  return !lost.has(path) ? ARRIVAL.coming : lost.get(path) ? ARRIVAL.refused : ARRIVAL.lost;
};

Module.ask = whole => { want(ofData(whole)).then(() => fetchBehind()); };

const SILENCE = 10; // seconds without a byte, after which a file is as one that did not come: it is asked for again by hand

// What nobody waits for: the server sends it behind what others need (web/serve.js).
const BEHIND = {'Attend-Behind': '1'};

async function fetchHeardOf(path) {
  const ends = new AbortController();
  let silence = 0;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => ends.abort(), 1000 * SILENCE);
  };
  heard();
  try {
    const answer = await fetchHeard(path, heard, {signal: ends.signal, headers: awaited.has(path) || !fetching ? {} : BEHIND});
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : answer.status;
  } finally {
    clearTimeout(silence);
  }
}

// The bytes that this version was made with: a server that has another by now has a newer version of the page.
async function fetchOne(path) {
  const {node, sum} = waiting.get(path), asked = ahead.get(path);
  ahead.delete(path);
  const bytes = await (asked ?? fetchHeardOf(path));
  if (typeof bytes === 'number')
    return bytes;
  if (sumOf(bytes) !== sum) {
    part('newer').hidden = false;
    return 410;
  }
  node.contents = bytes;
  waiting.delete(path);
  if (!navigator.serviceWorker?.controller)
    early.push(path);
  return 200;
}

function want(path) {
  lost.delete(path);
  if (waiting.has(path) && !going.has(path))
    going.set(path, fetchOne(path).catch(() => 0).then(status => {
      going.delete(path);
      if (status !== 200)
        lost.set(path, status);
      if (status !== 0)
        behind.delete(path);
      if (awaited.delete(path))
        wake();
    }));
  return Promise.resolve(going.get(path));
}

let fetching = false;

// One after the other; it stops where there is no network, and goes on when something has come again.
async function fetchBehind() {
  if (fetching)
    return;
  fetching = true;
  for (const path of behind) {
    await want(path);
    if (lost.get(path) === 0)
      break;
  }
  fetching = false;
}

// Once more, to be kept: they are in the browser's own cache still.
async function keepEarly() {
  for (const path of navigator.serviceWorker?.controller ? early.splice(0) : [])
    await (await fetch(path)).arrayBuffer();
}

addEventListener('online', () => {
  lost.clear();
  fetchBehind();
  wake();
});

// Of these files those of a lesson, and of the lessons whose files it takes.
const filesOf = (lesson, paths) => paths.filter(path => [lesson, ...(core.neighbours[lesson] ?? [])].includes(path.split('/')[1]));

// All of the lesson that is opened first.
async function fetchLesson(lesson) {
  const paths = filesOf(lesson, [...behind]);
  paths.forEach(path => expect(path, waiting.get(path).size));
  await Promise.all(paths.map(path => want(path).then(() => count(path, lost.has(path) ? 0 : Infinity))));
  const failed = paths.find(path => lost.has(path));
  if (failed)
    throw new Error(failed);
}
