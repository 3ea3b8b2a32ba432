// Words in Chromium: what is typed, by an input method, a keyboard and a phone, is what the program holds.
//   usage: node words.js FOLDER NATIVE
'use strict';
const {open, test, wait} = require('./browser.js');

async function at(address, place, look) {
  const given = ['--exports', '/exports', '--reduced-motion', '--at', place];
  const page = await open(address + '?arguments=' + encodeURIComponent(JSON.stringify(given)), look);
  await page.until('clock.frames.length > 1');
  await page.evaluate('navigator.clipboard.writeText = async text => { window.copied = text; }');
  await wait(300);
  return page;
}

// The sentence as the program has it: of the link that Ctrl+L copies.
async function sentence(page) {
  await page.key('Control+KeyL');
  await wait(150);
  return decodeURIComponent(await page.evaluate('window.copied ?? ""')).match(/sentence="?([^;"\n]*)/)?.[1];
}

async function holds(page, check, what, expected) {
  await wait(150);
  const held = await page.evaluate('typing.field.value'), program = await sentence(page);
  check(`${what}: not "${expected}"`, held === expected && program === expected, `but "${held}", and in the program "${program}"`);
}

const compose = (page, text) => page.send('Input.imeSetComposition', {text, selectionStart: text.length, selectionEnd: text.length});
const insert = (page, text) => page.send('Input.insertText', {text});

async function typing(address, check) {
  const page = await at(address, 'lesson=5;card=1;language=en;theme=light');
  await page.key('Slash');
  await page.until('document.activeElement === typing.field', 5);
  await insert(page, 'the cat');
  await holds(page, check, 'typed in place of the sentence', 'the cat');
  const before = await page.pixels();
  await compose(page, 'lao shu');
  await wait(200);
  check('what is composed is not drawn', !before.equals(await page.pixels()));
  check('what is composed is typed already', await page.evaluate('typing.text') === 'the cat');
  await insert(page, '老鼠');
  await holds(page, check, 'composed', 'the cat老鼠');
  await page.key('Backspace');
  await holds(page, check, 'Backspace', 'the cat老');
  await page.key('ArrowLeft');
  await page.key('ArrowLeft');
  await page.type('s');
  await holds(page, check, 'typed in the middle', 'the cast老');
  await page.key('Control+KeyZ');
  await holds(page, check, 'undone by the program', 'the cat老');
  await page.evaluate(`typing.field.setRangeText('dog', 4, 7, 'end');
    typing.field.dispatchEvent(new InputEvent('input', {inputType: 'insertReplacementText', data: 'dog'}))`);
  await holds(page, check, 'corrected as phones do', 'the dog老');
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text', ' sees 😀');
    typing.field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
  })()`);
  await holds(page, check, 'pasted', 'the dog sees 😀老');
  await page.key('Control+KeyA');
  await compose(page, 'mao');
  await insert(page, '猫 追 老鼠');
  await holds(page, check, 'composed in place of all', '猫 追 老鼠');
  await page.key('Escape');
  await page.until('document.activeElement === Module.canvas && typing.field.hidden', 5);
  await page.close();
}

// The field must have the focus when the touch has been handled: later a phone shows no keyboard.
async function touch(address, check) {
  const page = await at(address, 'lesson=5;card=1;language=en;theme=light', {touch: true});
  await page.evaluate(`addEventListener('touchend', () => { window.after = document.activeElement === typing.field; })`);
  await page.tap(880, 486);
  check('a tap on the field does not focus it in time', await page.evaluate('window.after'));
  const size = await page.evaluate('parseFloat(getComputedStyle(typing.field).fontSize)');
  check('a phone would zoom to type', size >= 16, `${size} px`);
  await page.tap(500, 300);
  await page.until('typing.field.hidden', 5);
  await page.close();
}

test('what is typed, composed, corrected and pasted is what the program holds', async ({address, check}) => {
  await typing(address, check);
  await touch(address, check);
});
