// Frames: one when something happens, and when the program says that one is due.
'use strict';

const clock = {running: false, asked: 0, timer: 0, frames: [], slices: [], first: 0};

function frame() {
  clock.asked = clock.timer = 0;
  if (!clock.running)
    return;
  const begun = performance.now(), wait = call('web_frame'), end = performance.now(), slice = call('web_slice');
  clock.first ||= end;
  clock.frames.push(end - begun - slice); // what was drawn, and what was done beside it
  clock.slices.push(slice);
  if (clock.frames.length > 10000)
    [clock.frames, clock.slices].forEach(times => times.splice(0, 5000));
  if (wait < 0)
    stop('the window was closed');
  else if (wait < 20)
    wake();
  else if (wait < 1e9)
    clock.timer = setTimeout(frame, wait);
}

// What happens within an event of the browser's, as a focus that a phone shows its keyboard for.
function frameNow() {
  cancelAnimationFrame(clock.asked);
  clearTimeout(clock.timer);
  frame();
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
    call('web_frame');
    catchUp();
    leave();
    keep();
  }
});
