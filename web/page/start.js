// Loads the page and starts the program.
'use strict';

const moduleOf = program => program + (Module.relaxed ? '.relaxed.wasm' : '.wasm'); // web/relaxed.js

Module.instantiateWasm = (imports, done) => {
  until(async () => {
    const pieces = await fetchCounted(moduleOf(PROGRAM), PROGRAM + '.wasm');
    return WebAssembly.instantiateStreaming(new Response(pieces, {headers: {'Content-Type': 'application/wasm'}}), imports);
  }).then(result => done(result.instance, result.module));
  return {};
};

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
  return ['--exports', EXPORTS, ...(EMBEDDED ? ['--embedded'] : []), ...(chosen() ? [] : ['--theme', theme()]),
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['--reduced-motion'] : []),
    ...(contrast.matches ? ['--high-contrast'] : []), ...(at === null ? [] : [lessonOf(at)])];
}

// Workers are to become threads. It goes without them where they do not come.
async function callWorkers() {
  const SECONDS = 2, missing = () => PThread.unusedWorkers.some(worker => !worker.loaded);
  if (PROGRAM !== 'page.threads' || PThread.unusedWorkers.length > 0)
    return;
  for (let i = 0; i < Module.workers; i++)
    PThread.allocateUnusedWorker();
  PThread.unusedWorkers.forEach(worker => PThread.loadWasmModuleToWorker(worker));
  for (const end = performance.now() + 1000 * SECONDS; performance.now() < end && missing();)
    await new Promise(done => setTimeout(done, 10));
}

async function begin() {
  const bytes = await coming;
  FS.mkdirTree(EXPORTS);
  FS.mkdirTree(DROPPED);
  if (!EMBEDDED)
    await remember();
  unpack(bytes);
  watchNames();
  const at = placeOfLink(), given = settings(at), last = `${HOME}/.local/state/attend/last`;
  const first = at ?? (given.join(' ').includes('lesson=') || !FS.analyzePath(last).exists ? given.join(' ')
    : FS.readFile(last, {encoding: 'utf8'}));
  await until(() => fetchLesson(first));
  if (/view=train/.test(first)) // it asks for its threads in the first frame
    await callWorkers();
  part('loading').hidden = true;
  if (!EMBEDDED)
    Module.canvas.focus();
  Module.callMain(given);
  if (!clock.running)
    return stop(told.slice(-3).join('\n'));
  if (at !== null)
    go(at);
  frame();
  callWorkers();
  if (!EMBEDDED)
    beKept().then(keepEarly).then(fetchBehind).then(keepThreads).catch(error => console.warn(String(error)));
}

function loadProgram() {
  return new Promise((done, failed) => {
    const program = document.createElement('script');
    program.src = PROGRAM + '.js';
    program.onload = done;
    program.onerror = () => failed(new Error(program.src));
    document.head.append(program);
  });
}

part('again').addEventListener('click', () => location.reload());
const coming = until(async () => new Uint8Array(await new Response(await fetchCounted('core.bin')).arrayBuffer()));
until(loadProgram);
