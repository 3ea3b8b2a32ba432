// The program and what it asks of the page: Module. What the page asks of the program begins with web_ (src/sdl/loop_page.c).
// The scripts of this folder are one program: pack.js puts them behind each other, and check.js loads them.
'use strict';

const HOME = '/home/web_user', DATA = '/data', EXPORTS = '/exports', DROPPED = '/dropped';
const part = id => document.getElementById(id);

// Where no other site shares the page's process (crossOriginIsolated), threads may share its memory.
function sharesMemory() {
  try { return crossOriginIsolated && new WebAssembly.Memory({initial: 1, maximum: 16384, shared: true}) && true; } catch { return false; }
}

// Pixels a unit at most on a screen for fingers. A telephone has more of them than a laptop and a slower processor, and the frame takes as
// long as it has pixels; held in the hand more of them are not seen.
const FINGER_DENSITY = 2;

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
  density: () => fingers.matches ? Math.min(devicePixelRatio, FINGER_DENSITY) : devicePixelRatio,
  byFinger: () => fingers.matches,
  looping: () => { clock.running = true; },
  woken: () => { call('web_woken'); wake(); },
  preRun: [() => Object.assign(ENV, {HOME, ATTEND_DATA: DATA, SDL_EMSCRIPTEN_KEYBOARD_ELEMENT: '#canvas'})],
  onAbort: what => stop([told.at(-1), what].filter(Boolean).join(' · ')),
  onRuntimeInitialized: () => begin().catch(error => stop(String(error))),
};

// ---- calls: one that has stopped may be in the middle of anything, and is called no more

const call = (name, ...given) => clock.running && Module['_' + name](...given);

// With a text, on the heap: the stack is small. Of a longer one than anything has room for the beginning, which is said.
const LETTERS_MOST = 1e6;
function give(name, text) {
  const taken = text.slice(0, LETTERS_MOST), size = lengthBytesUTF8(taken) + 1, at = Module._malloc(size);
  if (!at)
    return stop('out of memory');
  if (taken !== text)
    note('long');
  stringToUTF8(taken, at, size);
  call(name, at);
  Module._free(at);
}

// Says it at the edge of the page for a while.
function note(id) {
  part(id).hidden = false;
  setTimeout(() => { part(id).hidden = true; }, 15000);
}

// ---- the end

function stop(why) {
  clock.running = false;
  part('loading').hidden = true;
  if (part('stopped').hidden) // what comes behind it follows from it
    part('reason').textContent = why;
  part('stopped').hidden = false;
}

// What nobody has caught, of a frame, an event or a thread. A script that does not come, and what the browser denies, is none of it.
const isFailure = error => (error instanceof Error || error instanceof ErrorEvent) && !(error instanceof DOMException);
addEventListener('error', ({error}) => isFailure(error) && stop(error.message));
addEventListener('unhandledrejection', ({reason}) => isFailure(reason) && stop(reason.message));

part('again').addEventListener('click', () => location.reload());
part('first').addEventListener('click', () => {
  history.replaceState(null, '', location.search + '#at=lesson=1');
  location.reload();
});
