// The page around the program: it loads it and what it reads, calls it for every frame, and keeps what it writes.
// What the program asks of the page is in Module; what the page asks of the program begins with _web_ (src/sdl/page.c).
'use strict';

const HOME = '/home/web_user', DATA = '/data', EXPORTS = '/exports', DROPPED = '/dropped';
const part = id => document.getElementById(id);

// ---- what the program asks for ----

const told = [];
var Module = {
  canvas: part('canvas'),
  noInitialRun: true,
  print: line => console.log(line),
  printErr: line => { told.push(line); console.warn(line); },
  copied: text => navigator.clipboard?.writeText(linkOf(text) ?? text).catch(() => {}),
  looping: () => { clock.running = true; },
  preRun: [() => Object.assign(ENV, {HOME, ATTEND_DATA: DATA, SDL_EMSCRIPTEN_KEYBOARD_ELEMENT: '#canvas'})],
  onAbort: what => stop(String(what)),
  onRuntimeInitialized: () => begin().catch(error => stop(String(error))),
};

function stop(why) {
  clock.running = false;
  part('loading').hidden = true;
  part('reason').textContent = why;
  part('stopped').hidden = false;
}

// ---- links: the page's address and a place ----

// Ctrl+L copies a command with a place, in a shell's quotes; in a page that is a link.
function linkOf(text) {
  const quoted = text.match(/^attend --at '(.*)'$/s)?.[1];
  return quoted && `${location.origin}${location.pathname}#at=${encodeURIComponent(quoted.replaceAll("'\\''", "'"))}`;
}

// A link opens the page where it says; from then on the address says nothing, and the page comes back to where one was.
function placeOfLink() {
  const at = location.hash.match(/^#at=(.*)$/);
  if (at)
    history.replaceState(null, '', location.pathname + location.search);
  return at && decodeURIComponent(at[1]);
}

addEventListener('hashchange', () => location.reload());

// ---- frames: one when something happens, and when the program says that one is due ----

const clock = {running: false, asked: 0, timer: 0, frames: [], first: 0};

function frame() {
  clock.asked = clock.timer = 0;
  if (!clock.running)
    return;
  const begun = performance.now(), wait = Module._web_frame(), end = performance.now();
  clock.first ||= end;
  clock.frames.push(end - begun);
  if (clock.frames.length > 10000)
    clock.frames.splice(0, 5000);
  if (wait < 0)
    stop('the window was closed');
  else if (wait < 20)
    wake();
  else if (wait < 1e9)
    clock.timer = setTimeout(frame, wait);
}

function wake() {
  clearTimeout(clock.timer);
  clock.timer = 0;
  clock.asked ||= requestAnimationFrame(frame);
}

for (const kind of ['keydown', 'keyup', 'pointerdown', 'pointermove', 'pointerup', 'wheel', 'touchstart', 'touchmove',
  'touchend', 'resize', 'focus', 'blur', 'visibilitychange', 'fullscreenchange'])
  addEventListener(kind, wake, {capture: true, passive: true});

// The program writes its place down when it hears that nobody sees it. SDL hears of it before, at the document.
addEventListener('visibilitychange', () => {
  if (document.hidden && clock.running) {
    Module._web_frame();
    leave();
    keep();
  }
});

// ---- keys that stay the browser's, paste, and files that are dropped ----

const BROWSERS = new Set(['F5', 'F11', 'F12']), WITH_CONTROL = new Set(['KeyN', 'KeyT', 'KeyW', 'KeyR', 'KeyV']);

for (const kind of ['keydown', 'keyup'])
  addEventListener(kind, event => {
    if (BROWSERS.has(event.code) || ((event.ctrlKey || event.metaKey) && WITH_CONTROL.has(event.code)))
      event.stopImmediatePropagation();
  }, true);

addEventListener('paste', event => {
  if (clock.running)
    Module.ccall('web_paste', null, ['string'], [event.clipboardData.getData('text')]);
  wake();
});

addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', async event => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) {
    const path = `${DROPPED}/${file.name.replaceAll('/', '_')}`;
    FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    Module.ccall('web_drop', null, ['string'], [path]);
  }
  wake();
});

// ---- files: what is written at home is kept, what is exported is downloaded ----

let keeping = 0;

function keep() {
  clearTimeout(keeping);
  keeping = 0;
  FS.syncfs(false, error => { part('kept').hidden = !error; });
}

// A page that is left has no time for its database: what is written then waits in the browser's small store.
const LEFT = [`${HOME}/.local/state/attend/last`, `${HOME}/.local/share/attend/progress.json`];

function leave() {
  for (const path of LEFT)
    if (FS.analyzePath(path).exists)
      try { localStorage.setItem(path, FS.readFile(path, {encoding: 'utf8'})); } catch { /* keep() says so */ }
}

function come() {
  for (const path of LEFT) {
    let text = null;
    try { text = localStorage.getItem(path); } catch { /* a window that keeps nothing */ }
    if (text === null)
      continue;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, text);
  }
}

function download(path) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
  link.download = path.slice(path.lastIndexOf('/') + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A file is complete when the program gives it its name.
function watchNames() {
  const rename = FS.rename;
  FS.rename = (from, to) => {
    rename(from, to);
    if (to.startsWith(EXPORTS + '/'))
      setTimeout(() => download(to));
    else if (to.startsWith(HOME + '/'))
      keeping ||= setTimeout(() => { leave(); keep(); }, 300);
  };
}

// ---- what the program reads: a core that is there at once, and the files of further lessons ----

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

// ---- loading ----

const files = JSON.parse(document.querySelector('meta[name=files]').content); // a size for each file of the core
let loaded = 0;

function counted(answer) {
  if (!answer.ok)
    throw new Error(`${answer.url}: ${answer.status}`);
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  return answer.body.pipeThrough(new TransformStream({transform(piece, to) {
    part('bar').value = (loaded += piece.length) / total;
    to.enqueue(piece);
  }}));
}

const core = async () => new Uint8Array(await new Response(counted(await fetch('core.bin'))).arrayBuffer());

const MODULE = Module.relaxed ? 'page.relaxed.wasm' : 'page.wasm'; // web/relaxed.js

Module.instantiateWasm = (imports, done) => {
  fetch(MODULE)
    .then(answer => new Response(counted(answer), {headers: {'Content-Type': 'application/wasm'}}))
    .then(answer => WebAssembly.instantiateStreaming(answer, imports))
    .then(result => done(result.instance, result.module))
    .catch(error => stop(String(error)));
  return {};
};

// A module of one function with a vector in it.
const VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

function missing() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.instantiateStreaming)
    return 'it has no WebAssembly';
  if (!WebAssembly.validate(VECTORS))
    return 'its WebAssembly has no vectors (SIMD)';
  return typeof TransformStream === 'function' ? '' : 'it cannot read a stream in pieces';
}

function settings() {
  const query = new URLSearchParams(location.search), at = placeOfLink();
  if (query.has('arguments')) // the tests'
    return JSON.parse(query.get('arguments'));
  const known = FS.analyzePath(`${HOME}/.local/state/attend/last`).exists;
  return ['--exports', EXPORTS, ...(at ? ['--at', at] : []),
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['--reduced-motion'] : []),
    ...(known ? [] : ['--theme', matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'])];
}

// From the first visit on the page opens without a network: service.js keeps what passes through it.
async function beKept() {
  const service = navigator.serviceWorker;
  if (!service || !await service.register('service.js?' + MODULE).catch(error => console.warn(String(error))) || service.controller)
    return;
  await new Promise(done => {
    service.addEventListener('controllerchange', done, {once: true});
    setTimeout(done, 10000);
  });
}

async function begin() {
  const bytes = await coming;
  FS.mkdirTree(EXPORTS);
  FS.mkdirTree(DROPPED);
  FS.mount(FS.filesystems.IDBFS, {}, HOME);
  await new Promise(done => FS.syncfs(true, error => { part('kept').hidden = !error; done(); }));
  come();
  unpack(bytes);
  watchNames();
  const chosen = settings(), last = `${HOME}/.local/state/attend/last`;
  await fetchLesson(chosen.join(' ').includes('lesson=') || !FS.analyzePath(last).exists ? chosen.join(' ')
    : FS.readFile(last, {encoding: 'utf8'}));
  part('loading').hidden = true;
  Module.canvas.focus();
  Module.callMain(chosen);
  if (!clock.running)
    return stop(told.slice(-3).join('\n'));
  frame();
  beKept().then(fetchRest).catch(() => {});
}

part('again').addEventListener('click', () => location.reload());
const lack = missing(), coming = lack ? null : core();
if (lack) {
  part('loading').hidden = true;
  part('why').textContent = lack;
  part('problem').hidden = false;
} else {
  coming.catch(error => stop(String(error)));
  const program = document.createElement('script');
  program.src = 'page.js';
  document.head.append(program);
}
