// In a frame of another page (?embed=1) keys and wheel are the outer page's, unless they are meant for the picture, and nothing is kept.
'use strict';

const EMBEDDED = new URLSearchParams(location.search).has('embed');
const around = {first: true, last: false, scrolls: false}; // the program says it with every new picture

if (EMBEDDED) {
  document.documentElement.classList.add('embedded');
  part('said').inert = true; // its buttons would stand between the last control and the outer page; what has the focus is said all the same

  // Tab leaves the frame behind the last control; Shift+Tab before the first.
  addEventListener('keydown', event => {
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && (event.shiftKey ? around.first : around.last))
      event.stopImmediatePropagation();
  }, true);

  let hinting = 0;
  addEventListener('wheel', event => {
    if (event.ctrlKey)
      return;
    event.stopImmediatePropagation();
    part('hint').hidden = !around.scrolls;
    clearTimeout(hinting);
    hinting = setTimeout(() => { part('hint').hidden = true; }, 1500);
  }, {capture: true, passive: true});

  // A finger that goes up or down scrolls the outer page: SDL would not let it.
  for (const kind of ['touchstart', 'touchmove'])
    addEventListener(kind, event => { event.preventDefault = () => {}; }, {capture: true, passive: true});
}

// For the HTML of another page. The theme is left to who reads it.
function frameOf(place) {
  const quoted = text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const address = linkTo(place.replace(/(^|;)theme=[^;]*/, ''), '?embed=1');
  return `<iframe src="${quoted(address)}" title="${quoted(document.title)}" width="960" height="540" loading="lazy" ` +
    'allow="fullscreen; clipboard-write"></iframe>';
}
