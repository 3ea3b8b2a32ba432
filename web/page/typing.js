// What is typed: a field of the browser's own, unseen, lies under the program's caret for input methods, phones' keyboards,
// dictation, correction and paste. It holds what the program's field holds; what the browser makes of it the program is told
// as a change of its own text (src/sdl/typing_page.c), and what the program makes of that stands in it with the next frame.
'use strict';

const typing = {field: part('typing'), kind: null, text: '', anchor: 0, caret: 0, composing: false};

// A phone shows its keyboard only for what gets the focus while its touch is handled: the frame that follows waits for nothing.
addEventListener('touchend', frameNow);

// ---- what the program says

function showTyped({text, anchor, caret}) {
  const {field} = typing, from = Math.min(anchor, caret), to = Math.max(anchor, caret);
  if (field.value !== text)
    field.value = text;
  if (field.selectionStart !== from || field.selectionEnd !== to)
    field.setSelectionRange(from, to, caret < anchor ? 'backward' : 'forward');
  Object.assign(typing, {text, anchor, caret});
}

function beKind(typed) {
  const {field} = typing, apple = /^(Mac|iP)/.test(navigator.platform); // whose digits have no minus
  field.inputMode = typed.number && !apple ? 'decimal' : 'text';
  field.enterKeyHint = typed.lines ? 'enter' : 'go';
  field.setAttribute('aria-label', typed.name);
  field.setAttribute('aria-multiline', Boolean(typed.lines));
}

Module.types = typed => {
  const {field, kind} = typing, begins = !kind;
  field.style.left = `${Math.max(0, Math.min(typed.x, innerWidth - 20))}px`;
  field.style.top = `${Math.max(0, Math.min(typed.y, innerHeight - 20))}px`;
  field.style.height = `${Math.max(16, typed.height)}px`;
  if (begins || kind.name !== typed.name || kind.number !== typed.number || kind.lines !== typed.lines)
    beKind(typed);
  typing.kind = typed;
  field.hidden = false;
  if (!settleTyped() && !typing.composing) // what the program has not heard of yet goes first
    showTyped(typed);
  if (begins)
    field.focus({preventScroll: true});
};

Module.typesNothing = () => {
  const {field} = typing;
  typing.kind = null;
  typing.composing = false;
  if (document.activeElement === field)
    Module.canvas.focus({preventScroll: true});
  field.hidden = true;
  showTyped({text: '', anchor: 0, caret: 0});
};

Module.canvas.addEventListener('focus', () => {
  if (typing.kind)
    typing.field.focus({preventScroll: true});
});

// ---- what the browser makes of it

const TYPED_MOST = 1000; // letters at once; more are pasted, whatever the browser calls it
const bytesOf = text => new TextEncoder().encode(text).length;
const isLow = letter => /[\uDC00-\uDFFF]/.test(letter ?? '');

// The one stretch that differs, between whole letters.
function tellTyped(text, anchor, caret) {
  const was = typing.text, most = Math.min(was.length, text.length);
  let before = 0, behind = 0;
  while (before < most && was[before] === text[before])
    before++;
  while (before > 0 && (isLow(was[before]) || isLow(text[before])))
    before--;
  while (behind < most - before && was[was.length - 1 - behind] === text[text.length - 1 - behind])
    behind++;
  while (behind > 0 && isLow(text[text.length - behind]))
    behind--;
  const gone = was.slice(before, was.length - behind), come = text.slice(before, text.length - behind), at = bytesOf(text.slice(0, before));
  let now = [typing.anchor, typing.caret];
  if (gone || come) {
    call('web_select', at, at + bytesOf(gone), gone ? 1 : 0);
    give(come.length > TYPED_MOST ? 'web_paste' : 'web_text', come);
    now = [before + come.length, before + come.length];
  }
  if (now[0] !== anchor || now[1] !== caret)
    call('web_select', bytesOf(text.slice(0, anchor)), bytesOf(text.slice(0, caret)), 0);
  Object.assign(typing, {text, anchor, caret});
  wake();
}

function settleTyped() {
  const {field, kind} = typing, ends = [field.selectionStart, field.selectionEnd];
  if (field.selectionDirection === 'backward')
    ends.reverse();
  const differs = field.value !== typing.text || ends[0] !== typing.anchor || ends[1] !== typing.caret;
  if (!kind || typing.composing || !differs)
    return false;
  tellTyped(field.value, ...ends);
  return true;
}

// What is composed is drawn by the program and not yet in its text; a phone composes words that were there, too.
function compose(composed) {
  const {value, selectionEnd} = typing.field, end = selectionEnd - composed.length;
  const at = value.startsWith(composed, end) ? end : Math.max(0, value.indexOf(composed));
  tellTyped(value.slice(0, at) + value.slice(at + composed.length), at, at);
  give('web_compose', composed);
}

function compositionEnds() {
  if (!typing.composing)
    return;
  typing.composing = false;
  give('web_compose', '');
  settleTyped();
}

typing.field.addEventListener('compositionstart', () => { typing.composing = true; });
typing.field.addEventListener('compositionend', compositionEnds);
typing.field.addEventListener('input', event => {
  if (typing.composing)
    compose(event.data ?? '');
  else
    settleTyped();
});
document.addEventListener('selectionchange', settleTyped);

// Who presses something else has composed to the end.
for (const kind of ['touchstart', 'mousedown'])
  Module.canvas.addEventListener(kind, compositionEnds, {capture: true, passive: true});

// ---- keys

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']), HOLDS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

function isOwn(event) {
  const {key} = event, control = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (MOVES.has(key))
    return !typing.kind?.listed;
  if (key === 'Backspace' || key === 'Delete')
    return true;
  return [...key].length === 1 && (!control || 'acxv'.includes(key.toLowerCase()));
}

function pass(event) {
  const {type, key, code, location, keyCode, ctrlKey, shiftKey, altKey, metaKey, repeat} = event;
  Module.canvas.dispatchEvent(new KeyboardEvent(type,
    {key, code, location, keyCode, which: keyCode, ctrlKey, shiftKey, altKey, metaKey, repeat, cancelable: true}));
}

for (const kind of ['keydown', 'keyup'])
  typing.field.addEventListener(kind, event => {
    if (event.isComposing || event.keyCode === 229 || isOwn(event))
      return;
    if (!HOLDS.has(event.key)) // an input method may go by them
      event.preventDefault();
    pass(event);
  });

// The return key of a phone has no number of its own.
typing.field.addEventListener('beforeinput', event => {
  if (event.inputType !== 'insertLineBreak' && event.inputType !== 'insertParagraph')
    return;
  event.preventDefault();
  for (const type of ['keydown', 'keyup'])
    pass({type, key: 'Enter', code: 'Enter', keyCode: 13});
  wake();
});
