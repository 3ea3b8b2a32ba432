// What the browser wishes of every page. It says the language to the program itself, by SDL.
'use strict';

const darkness = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');
const fingers = matchMedia('(pointer: coarse)'); // and nothing finer: no mouse, and keys only by chance
const theme = () => darkness.matches ? 'dark' : 'light';

// A theme that is not the browser's was chosen by the person, and stays.
const CHOSEN = 'theme-chosen';
function chosen() {
  try { return !EMBEDDED && localStorage.getItem(CHOSEN) !== null; } catch { return false; }
}

function choose(place) {
  if (EMBEDDED)
    return;
  const own = place.match(/(?<=^|;)theme=([^;]*)/)?.[1];
  try { own === theme() ? localStorage.removeItem(CHOSEN) : localStorage.setItem(CHOSEN, own); } catch { /* a window that keeps nothing */ }
}

darkness.addEventListener('change', () => {
  if (!chosen())
    go('theme=' + theme());
});
contrast.addEventListener('change', () => {
  call('web_contrast', contrast.matches);
  wake();
});
