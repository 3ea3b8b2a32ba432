// Two pairs of hands that take a lesson: a finger alone, and keys alone. What can be pressed the program says itself (web_marks in
// tests/web/marks.c, which the page of a test that is MARKED has), each by the name of its kind in src/scene/view.
//   const finger = touch(page);
//   await finger.press('TARGET_LESSON', 4);
'use strict';
const fs = require('fs'), path = require('path');
const {PATIENCE, wait} = require('./browser.js');

// The names of an enum, in their order: without what stands in comments, or is another name of one before it.
function names(file, first) {
  const text = fs.readFileSync(path.join(__dirname, '../../src/scene/view', file), 'utf8').replace(/\/\*.*?\*\//gs, '');
  return text.slice(text.indexOf(first), text.indexOf('}', text.indexOf(first))).split(',')
    .map(line => line.trim()).filter(line => /^\w+$/.test(line));
}

const KINDS = names('target.h', 'TARGET_NONE'), CONTROLS = names('control.h', 'DECODE_TEMPERATURE');

// As they are when what was done to the page has been drawn, and what is said of the one that has the focus.
async function picture(page) {
  const [text, told] = await page.evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
    done([UTF8ToString(Module._web_marks()), part('said-focus').textContent]))))`);
  const all = text.split('\n').slice(0, -1).map(line => {
    const [kind, a, b, c, focusable, hit, x, y, w, h] = line.split(' ').map(Number);
    return {kind: KINDS[kind], id: `${kind} ${a} ${b} ${c}`, a, b, c, focusable, hit, x: x + w / 2, y: y + h / 2, w, h,
      name: line.split(' ').slice(10).join(' ')};
  });
  return {all, told};
}

const marks = async page => (await picture(page)).all;

// Where `more` is a function, the mark must satisfy it; else it is the `a` of its target, or the name of a control.
const meant = (kind, more = () => true) => mark => mark.kind === kind &&
  (typeof more === 'function' ? more(mark) : mark.a === (CONTROLS.includes(more) ? CONTROLS.indexOf(more) : more));

// The picture has come to rest: nothing is marked elsewhere than a moment before.
async function rest(page) {
  for (let last = '', end = Date.now() + 10000 * PATIENCE; Date.now() < end; await wait(120)) {
    const now = JSON.stringify(await marks(page));
    if (now === last)
      return;
    last = now;
  }
}

async function look(page, kind, more, want = 'hit') {
  await rest(page);
  return (await marks(page)).filter(mark => mark[want]).find(meant(kind, more));
}

// `reach` presses the mark, or finds none; one that takes its time is waited for.
function hands(page, reach) {
  return {
    sees: async (kind, more) => (await marks(page)).some(meant(kind, more)),
    async press(kind, more, seconds = 20) {
      for (const end = Date.now() + 1000 * PATIENCE * seconds; !await reach(kind, more);)
        if (Date.now() > end)
          throw new Error(`${kind} ${more ?? ''} cannot be reached`);
      await rest(page);
    },
    async until(what, holds, seconds = 60) {
      for (const end = Date.now() + 1000 * PATIENCE * seconds; !holds(await marks(page)); await wait(200))
        if (Date.now() > end)
          throw new Error(`not within ${PATIENCE * seconds} s: ${what}`);
    },
  };
}

// What lies further down in a card, or on the page of the course, is drawn into sight.
function touch(page) {
  const reach = async (kind, more) => {
    for (let tries = 0; tries < 12; tries++) {
      const mark = await look(page, kind, more);
      if (mark)
        return page.tap(mark.x, mark.y).then(() => true);
      const panel = (await marks(page)).find(({kind, h}) => kind === 'TARGET_PANEL' && h > 100), {width, height} = page.tab.viewport();
      const x = panel?.x ?? width / 2, y = panel?.y ?? height / 2, up = tries < 8 ? -1 : 1;
      await page.drag([0, 40, 80, 120].map(by => [x, y + up * (by - 60)]));
    }
    return false;
  };
  const all = hands(page, reach);
  return {...all, choose: b => all.press('TARGET_CHOICE', mark => mark.b === b), async drag(kind, more, x, y) {
    const mark = await look(page, kind, more);
    await page.drag([[mark.x, mark.y], [mark.x + x / 2, mark.y + y / 2], [mark.x + x, mark.y + y]]);
    await rest(page);
  }};
}

// What Tab goes through, in the order of drawing: only what an open sheet has, where there is one.
function stops(all) {
  const veil = all.findLastIndex(({kind, focusable}) => kind === 'TARGET_CLOSE' && !focusable);
  return all.slice(veil + 1).filter((mark, i, rest) => mark.focusable && rest.findIndex(({id, focusable}) => focusable && id === mark.id) === i);
}

function keys(page) {
  let focus = null;
  // What Tab goes through changes by itself while a model is trained: where the focus is not on the next one, it is where it is said to be.
  const focused = ({all, told}) => {
    const there = stops(all), is = ({name}) => told.startsWith(`${name}, `);
    const next = there[(there.findIndex(({id}) => id === focus) + 1) % there.length];
    return !next.name || is(next) ? next : there.find(mark => mark.name && is(mark));
  };
  const walk = async (kind, more) => {
    if (!(await marks(page)).some(({kind}) => kind === 'TARGET_CLOSE')) { // no sheet is open: nothing shall have the focus
      await page.key('Escape');
      await rest(page);
      focus = null;
    }
    for (let left = stops(await marks(page)).length; left >= 0; left--) {
      await page.key('Tab');
      const mark = focused(await picture(page));
      focus = mark?.id ?? null;
      if (mark && meant(kind, more)(mark))
        return true;
    }
    return false;
  };
  const reach = async (kind, more) => await walk(kind, more) && page.key('Enter').then(() => true);
  const all = hands(page, reach);
  return {...all, async open(key, kind, focused = null) { // a sheet, where the program puts the focus onto one of the kind, or onto nothing
    await page.key(key);
    await all.until(`${key} opens a sheet`, there => there.some(meant(kind)));
    focus = focused === null ? null : (await marks(page)).find(meant(kind, focused)).id;
  }, async choose(b) { // of the card's question
    for (const key of ['Escape', 'KeyA', ...Array(b).fill('ArrowDown'), 'Enter'])
      await page.key(key);
    await rest(page);
  }, async turn(kind, more, key, times) { // what has a value has keys that change it
    for (const end = Date.now() + 20000 * PATIENCE; !await walk(kind, more);)
      if (Date.now() > end)
        throw new Error(`${kind} cannot be reached`);
    for (; times > 0; times--)
      await page.key(key);
    await rest(page);
  }};
}

module.exports = {marks, meant, rest, touch, keys};
