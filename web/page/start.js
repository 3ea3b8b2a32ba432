// Loads the page and starts the program.
'use strict';

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

// Of a place, as the program opens it before it goes there: what cannot be opened is told where there is a window to tell it.
function lessonOf(place) {
  const named = place.match(/(?<=^|;)lesson=([^;]*)/)?.[1] ?? '', shipped = FS.readdir(`${DATA}/lessons`).filter(name => /^\d/.test(name)).sort();
  const found = shipped.find(name => name === named || Number.parseInt(name) === Number(named || NaN));
  return found ?? (named.startsWith('/') && FS.analyzePath(named).exists ? named : shipped[0]);
}

function settings(at) {
  const query = new URLSearchParams(location.search);
  if (query.has('arguments')) // the tests'
    return JSON.parse(query.get('arguments'));
  return ['--exports', EXPORTS, ...(chosen() ? [] : ['--theme', theme()]),
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['--reduced-motion'] : []), ...(at === null ? [] : [lessonOf(at)])];
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
  const at = placeOfLink(), given = settings(at), last = `${HOME}/.local/state/attend/last`;
  await fetchLesson(at ?? (given.join(' ').includes('lesson=') || !FS.analyzePath(last).exists ? given.join(' ')
    : FS.readFile(last, {encoding: 'utf8'})));
  part('loading').hidden = true;
  Module.canvas.focus();
  Module.callMain(given);
  if (!clock.running)
    return stop(told.slice(-3).join('\n'));
  if (at !== null)
    go(at);
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
