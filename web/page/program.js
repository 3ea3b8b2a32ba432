// The program and what it asks of the page: Module. What the page asks of the program begins with _web_ (src/sdl/loop_page.c).
// The scripts of this folder are one program: pack.js puts them behind each other, and check.js loads them.
'use strict';

const HOME = '/home/web_user', DATA = '/data', EXPORTS = '/exports', DROPPED = '/dropped';
const part = id => document.getElementById(id);

// Where no other site shares the page's process (crossOriginIsolated), threads may share its memory.
function sharesMemory() {
  try { return crossOriginIsolated && new WebAssembly.Memory({initial: 1, maximum: 16384, shared: true}) && true; } catch { return false; }
}

const PROGRAM = sharesMemory() ? 'page.threads' : 'page';
const told = [];
var Module = {
  canvas: part('canvas'),
  noInitialRun: true,
  print: line => console.log(line),
  printErr: line => { told.push(line); console.warn(line); },
  copied: copy,
  told: (place, edges) => { Object.assign(around, edges); choose(place); follow(place); },
  share: (place, frame) => share(place, frame),
  looping: () => { clock.running = true; },
  woken: () => { Module._web_woken(); wake(); },
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
