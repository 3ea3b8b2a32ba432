// Loads the page and starts the program.
'use strict';

const moduleOf = program => program + (Module.relaxed ? '.relaxed.wasm' : '.wasm'); // web/relaxed.js

// The program has the network for itself: it is compiled as it comes, and made ready while that comes which it reads.
const compiled = until(async () => {
  const pieces = await fetchCounted(moduleOf(PROGRAM), PROGRAM + '.wasm');
  return WebAssembly.compileStreaming(new Response(pieces, {headers: {'Content-Type': 'application/wasm'}}));
});

Module.instantiateWasm = (imports, done) => {
  compiled.then(async module => done(await WebAssembly.instantiate(module, imports), module));
  return {};
};

// Of a place, where it is the course's: the program opens it before it goes there; its number may be another than the link's. Of others the first:
// only a window tells what cannot be opened.
function lessonOf(place) {
  const slug = name => name.replace(/^\d+-(?=.)/, '');
  const named = place.match(/(?<=^|[;\s])lesson=([^;\s]*)/)?.[1] ?? '';
  const shipped = core.files.map(([path]) => path.split('/')[1]).filter(name => /^\d/.test(name)).sort();
  return shipped.find(name => name === named || Number.parseInt(name) === Number(named || NaN)) ?? shipped.find(name => slug(name) === slug(named)) ?? shipped[0];
}

function settings(at) {
  return ['--exports', EXPORTS, ...(EMBEDDED ? ['--embedded'] : []), ...(chosen() ? [] : ['--theme', theme()]),
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['--reduced-motion'] : []),
    ...(contrast.matches ? ['--high-contrast'] : []), ...(at === null ? [] : [lessonOf(at)])];
}

// Workers are to become threads. It goes without them where they do not come; a busy machine has them late.
async function callWorkers() {
  const SECONDS = 10, missing = () => !lost && PThread.unusedWorkers.some(worker => !worker.loaded);
  let lost = false;
  if (PROGRAM !== 'page.threads' || PThread.unusedWorkers.length > 0)
    return;
  for (let i = 0; i < Module.workers; i++)
    PThread.allocateUnusedWorker();
  for (const worker of PThread.unusedWorkers) {
    worker.addEventListener('error', () => { lost = true; });
    PThread.loadWasmModuleToWorker(worker);
  }
  for (const end = performance.now() + 1000 * SECONDS; performance.now() < end && missing();)
    await new Promise(done => setTimeout(done, 10));
}

async function begin() {
  FS.mkdirTree(EXPORTS);
  FS.mkdirTree(DROPPED);
  if (!EMBEDDED)
    await remember();
  unpack(await coming);
  watchNames();
  const at = placeOfLink(), last = `${HOME}/.local/state/attend/last`;
  const first = at ?? (FS.analyzePath(last).exists ? FS.readFile(last, {encoding: 'utf8'}) : '');
  await until(() => fetchLesson(lessonOf(first)));
  if (/view=train/.test(first)) // it asks for its threads in the first frame
    await callWorkers();
  part('loading').hidden = true;
  if (!EMBEDDED)
    Module.canvas.focus();
  Module.callMain(settings(at));
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

const coming = programNearly.then(() => until(fetchCore));
until(loadProgram);
