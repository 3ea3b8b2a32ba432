// What is read where the canvas is not seen, by screen readers, search, translation and on paper. The program says it
// (src/site/window_html.c, src/site/lesson_paper.c), each piece when it changes; the buttons in it press the program's own.
'use strict';

const PIECES = ['card', 'stage', 'controls', 'focus', 'caption', 'message', 'waiting', 'answer', 'paper'], HTML = new Set(['card', 'stage', 'controls', 'paper']);

function putHtml(place, text) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.press : undefined;
  place.innerHTML = text;
  if (held)
    (place.querySelector(`[data-press="${held}"]`) ?? place.querySelector('[data-press]'))?.focus({preventScroll: true});
}

function nameDocument(card, language) {
  const [lesson, title] = ['h1', 'h2'].map(name => card.querySelector(name)?.textContent);
  document.documentElement.lang = language;
  document.title = [title, lesson, 'attend'].filter(Boolean).join(' · ');
}

Module.reads = (what, language, text) => {
  const piece = PIECES[what], place = part('said-' + piece);
  place.lang = language;
  if (HTML.has(piece))
    putHtml(place, text);
  else
    place.textContent = text;
  if (piece === 'card')
    nameDocument(place, language);
};

part('said').addEventListener('click', event => {
  const button = event.target.closest('[data-press]');
  if (!button)
    return;
  call('web_press', ...button.dataset.press.split(' ').map(Number));
  frameNow();
  if (typing.kind) // it was a field: what is typed goes there
    typing.field.focus({preventScroll: true});
});

// ---- paper

// Each picture counts its clips from 1; in one document they need names of their own.
function tellClipsApart(paper) {
  for (const [i, picture] of paper.querySelectorAll('svg').entries()) {
    for (const clip of picture.querySelectorAll('clipPath'))
      clip.id = `figure-${i}-${clip.id}`;
    for (const clipped of picture.querySelectorAll('[clip-path]'))
      clipped.setAttribute('clip-path', clipped.getAttribute('clip-path').replace('#', `#figure-${i}-`));
  }
}

addEventListener('beforeprint', () => {
  call('web_print');
  frameNow();
  tellClipsApart(part('said-paper'));
});
addEventListener('afterprint', () => part('said-paper').replaceChildren());
