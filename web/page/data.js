// Files that the program reads: a core that is there at once, and the files of further lessons.
'use strict';

function place(path, bytes) {
  const whole = `${DATA}/${path}`;
  FS.mkdirTree(whole.slice(0, whole.lastIndexOf('/')));
  FS.createDataFile(whole, null, bytes, true, false, true);
  return FS.lookupPath(whole).node;
}

// The length of the index (4 bytes, the lowest first), the index in JSON, the files one behind the other.
function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const [path, size] of index.files)
    place(path, bytes.subarray(at, at += size));
  for (const [path, size] of index.later)
    promise(path, size);
}

const waiting = new Map(); // path: the file's node, until it is there

function fill(path, bytes) {
  waiting.get(path).contents = bytes;
  waiting.delete(path);
}

// The program cannot wait for a file: one that is opened before it has come is fetched while the page stands still.
function fetchNow(path) {
  const request = new XMLHttpRequest();
  request.open('GET', path, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  try { request.send(); } catch { /* there is no network: its status is 0 */ }
  if (request.status !== 200)
    throw new FS.ErrnoError(29); // an error of reading
  fill(path, Uint8Array.from(request.responseText, letter => letter.charCodeAt(0)));
}

function promise(path, size) {
  const node = place(path, new Uint8Array(0)), open = node.stream_ops.open;
  node.usedBytes = size;
  node.stream_ops = {...node.stream_ops, open: stream => {
    if (waiting.has(path))
      fetchNow(path);
    open?.(stream);
  }};
  waiting.set(path, node);
}

async function fetchOne(path) {
  const answer = await fetch(path), bytes = answer.ok && new Uint8Array(await answer.arrayBuffer());
  if (bytes && waiting.has(path))
    fill(path, bytes);
}

async function fetchRest() {
  for (const path of [...waiting.keys()])
    await fetchOne(path);
}

// Of the lesson that is opened first, so that nothing stands still for it: "5", or as its folder is called.
function fetchLesson(text) {
  const lesson = text.match(/lesson=([^;\s]*)/)?.[1] ?? '';
  const ofLesson = path => path.split('/')[1] === lesson || Number.parseInt(path.split('/')[1]) === Number(lesson || NaN);
  return Promise.all([...waiting.keys()].filter(ofLesson).map(path => fetchOne(path).catch(() => {})));
}
