// The address says the place: Back and Forward go where one was, and a link opens the very moment.
'use strict';

// As much of a place as can be read in an address stays as it is.
const fragment = place => encodeURI(place).replace(/[#'()!*~$+@?]/g, letter => '%' + letter.charCodeAt(0).toString(16).toUpperCase());
const linkTo = (place, query = '') => `${location.origin}${location.pathname}${query}#at=${fragment(place)}`;

// Copied: a link, or a frame for another page. False: a phone was asked to whom a link shall go.
function share(place, frame) {
  const text = frame ? frameOf(place) : linkTo(place);
  const asks = !frame && navigator.share && fingers.matches;
  if (asks)
    navigator.share({title: document.title, url: text}).catch(error => error.name === 'AbortError' || copy(text));
  else
    copy(text);
  return !asks;
}

// Without a clipboard (a page that is not from https, an old browser) by a field that is selected.
function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  Module.canvas.focus();
}

function copy(text) {
  if (navigator.clipboard)
    navigator.clipboard.writeText(text).catch(() => copyBySelection(text));
  else
    copyBySelection(text);
}

// What the address says, whether it can be read or not; null: nothing. What would end a string of C's stays as it is written.
function placeOfLink() {
  const at = location.hash.match(/^#at=(.+)$/s)?.[1] ?? null;
  try { return at && decodeURIComponent(at).replaceAll('\0', '%00'); } catch { return at; }
}

function go(place) {
  give('web_go', place);
  wake();
}

// `place`: where the program is. The address keeps up with small steps a little later: browsers count them.
const here = {place: '', going: false, timer: 0};
const written = place => history.replaceState(null, '', location.search + '#at=' + fragment(place));
const pageOf = place => place.match(/(?<=^|;)(lesson|card|view)=[^;]*/g)?.join(';');

function catchUp() {
  if (here.timer)
    written(here.place);
  clearTimeout(here.timer);
  here.timer = 0;
}

// With every new picture. Theme and language are the person's, not the place's.
function follow(whole) {
  const place = whole.replace(/(^|;)(theme|language)=[^;]*/g, ''), turned = pageOf(place) !== pageOf(here.place);
  if (place === here.place && !here.going)
    return;
  if (turned && here.place && !here.going && !EMBEDDED) { // a frame has no history of its own
    catchUp();
    history.pushState(null, '', location.search + '#at=' + fragment(place));
  } else if (turned || here.going)
    written(place);
  else
    here.timer ||= setTimeout(catchUp, 300);
  here.place = place;
  here.going = false;
}

addEventListener('popstate', () => {
  const place = placeOfLink();
  if (!clock.running || place === null)
    return;
  clearTimeout(here.timer);
  here.timer = 0;
  here.going = true;
  go(place);
});
