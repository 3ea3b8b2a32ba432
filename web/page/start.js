// Loads the page and starts the program.
'use strict';

const MODULE = Module.relaxed ? 'page.relaxed.wasm' : 'page.wasm'; // web/relaxed.js

Module.instantiateWasm = (imports, done) => {
  until(async () => {
    const pieces = await fetchCounted(MODULE, 'page.wasm'); // they are of one size
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
    ...(matchMedia('(prefers-reduced-motion: reduce)').matches ? ['--reduced-motion'] : []), ...(at === null ? [] : [lessonOf(at)])];
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
  part('loading').hidden = true;
  if (!EMBEDDED)
    Module.canvas.focus();
  Module.callMain(given);
  if (!clock.running)
    return stop(told.slice(-3).join('\n'));
  if (at !== null)
    go(at);
  frame();
  if (!EMBEDDED)
    beKept().then(fetchBehind).catch(error => console.warn(String(error)));
}

function loadProgram() {
  return new Promise((done, failed) => {
    const program = document.createElement('script');
    program.src = 'page.js';
    program.onload = done;
    program.onerror = () => failed(new Error('page.js'));
    document.head.append(program);
  });
}

part('again').addEventListener('click', () => location.reload());
const coming = until(async () => new Uint8Array(await new Response(await fetchCounted('core.bin')).arrayBuffer()));
until(loadProgram);
