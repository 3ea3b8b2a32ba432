// Words in Chromium: what is typed, by an input method, a keyboard and a phone, is what the program holds; a card can be read and
// answered without the canvas; paper shows the lesson.
//   usage: node words.js FOLDER NATIVE
'use strict';
const {execFileSync} = require('child_process'), {linkTo, open, test, wait} = require('./browser.js');

async function at(address, place, look) {
  const page = await open(linkTo(address, place), {still: true, ...look});
  await page.until('clock.frames.length > 1');
  await page.evaluate('navigator.clipboard.writeText = async text => { window.copied = text; }');
  await page.rest();
  return page;
}

// The sentence as the program has it: of the link that Ctrl+L copies.
async function sentence(page) {
  await page.evaluate('window.copied = null');
  await page.key('Control+KeyL');
  await page.until('window.copied', 20);
  return decodeURIComponent(await page.evaluate('window.copied')).match(/sentence="?([^;"\n]*)/)?.[1];
}

async function holds(page, check, what, expected) {
  await page.rest();
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
  await page.rest();
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
  await page.tap(880, 520);
  check('a tap on the field does not focus it in time', await page.evaluate('window.after'));
  check('the field is no text field to a screen reader', (await tree(page)).includes('textbox SENTENCE'), (await tree(page)).join(' | '));
  const size = await page.evaluate('parseFloat(getComputedStyle(typing.field).fontSize)');
  check('a phone would zoom to type', size >= 16, `${size} px`);
  await page.tap(500, 300);
  await page.until('typing.field.hidden', 5);
  await page.close();
}

// What a screen reader has: "role name" of all that is not left out.
async function tree(page) {
  const {nodes} = await page.send('Accessibility.getFullAXTree');
  return nodes.filter(node => !node.ignored).map(node => `${node.role?.value} ${node.name?.value ?? ''}`);
}

const click = (page, name) => page.evaluate(`[...document.querySelectorAll('#said button')].find(button => button.textContent === ${JSON.stringify(name)}).click()`);

async function reading(address, check) {
  const page = await at(address, 'lesson=5;card=4;language=en;theme=light'), before = await page.pixels();
  const has = async (what, ...wanted) => {
    const nodes = await tree(page);
    for (const want of wanted)
      check(`${what}: there is no ${want}`, nodes.some(node => typeof want === 'string' ? node === want : want.test(node)), nodes.join(' | '));
  };
  await has('a card', 'heading 5 · Cat chase mouse', 'heading 4. From scores to weights', /^StaticText The stack beside the bars/,
    /What would the weights do\?/, 'button stay as they are', 'button come closer together', 'button Hint', 'button Back', 'button Next',
    'button Compare');
  check('the title is not the place', await page.evaluate('document.title') === '4. From scores to weights · 5 · Cat chase mouse · attend');
  await page.until('behind.size === 0', 120); // what comes behind the core is drawn
  await page.rest();
  const frames = await page.evaluate('clock.frames.length');
  await page.evaluate(`new MutationObserver(() => { window.changed = true; }).observe(document.body, {subtree: true, childList: true, characterData: true})`);
  await wait(1000);
  check('something is done while all is still', await page.evaluate('!window.changed') && await page.evaluate('clock.frames.length') === frames);
  await click(page, 'stay as they are');
  await has('an answer', /^StaticText Right\./);
  check('an answer is not said', (await page.evaluate(`part('said-answer').textContent`)).startsWith('Right.'));
  check('an answer is not on the canvas', !before.equals(await page.pixels()));
  await click(page, 'Next');
  await has('the next card', /^heading 5\. /);
  await page.evaluate('Module.canvas.focus()');
  await page.key('Tab');
  await page.until(`/, (button|tab)/.test(part('said-focus').textContent)`, 5).catch(error => check(error.message, false));
  await click(page, '?');
  await has('the page of keys', 'heading Keys', 'StaticText next, previous moment');
  await page.key('Escape');
  await page.rest();
  await click(page, '中文');
  check('the language is not the text\'s', await page.evaluate(`document.documentElement.lang + part('said-card').lang`) === 'zhzh');
  await has('in Chinese', /^heading 5\. .*[\u4e00-\u9fff]/, 'button 下一张');
  const taken = await page.evaluate(`['KeyP', 'KeyF', 'KeyS', 'Minus', 'Digit0', 'F5', 'KeyL'].filter(code =>
    !Module.canvas.dispatchEvent(new KeyboardEvent('keydown', {code, ctrlKey: !code.startsWith('F'), bubbles: true, cancelable: true}))).join()`);
  check('the browser has not its own keys', taken === 'KeyL', `the program takes ${taken}`);
  await page.close();
}

// The stage's numbers as a table: those that it shows at this moment, and the same as the program's decode.
async function numbers(address, native, check) {
  const {source: {tokens: source}, steps} = JSON.parse(execFileSync(native, ['decode', '5', 'cat chase mouse', '--json']));
  const page = await at(address, 'lesson=5;card=5;step=1;moment=softmax;language=en;theme=light');
  const rows = () => page.evaluate(`[...part('said-stage').querySelectorAll('tr')].map(row => [...row.children].map(cell => cell.textContent).join(' '))`);
  const weights = steps[0].weights.map(weight => weight.toFixed(2)).join(' ');
  const told = await rows();
  check('the words do not stand over their numbers', told.includes(' ' + source.join(' ')), told.join(' | '));
  check(`the weights ${weights} are not in the table`, told.some(row => row.endsWith(' ' + weights)), told.join(' | '));
  for (let i = 0; i < 3; i++) {
    await page.key('ArrowLeft');
    await page.rest();
  }
  check('weights are told before they are made', !(await rows()).some(row => row.endsWith(' ' + weights)), (await rows()).join(' | '));
  await page.close();
}

// Whoever does not see the stage hears each moment of it, with captions or without; of a way of several beats where it has come to.
async function moments(address, check) {
  for (const captions of [false, true]) {
    const page = await at(address, 'lesson=5;card=5;step=1;moment=query;language=en;theme=light'), heard = [];
    const line = () => page.evaluate(`part('said-caption').textContent`);
    if (captions)
      await page.key('KeyC');
    for (const begins of ['Query', 'Scores', 'Softmax', 'Context', 'State', 'Output', 'Word']) {
      await page.rest();
      heard.push(await line());
      check(`${captions ? 'with' : 'without'} captions ${begins} is not said`, new RegExp(`^[^?]+\\?(.*\\.)? ${begins}[ :]`).test(heard.at(-1)), heard.at(-1)); // behind the hero's question
      await page.key('ArrowRight');
    }
    await page.key('KeyM');
    await page.rest();
    check('a moment is said behind the course', await line() === '', await line());
    await page.close();
  }
}

async function paper(address, check) {
  const page = await at(address, 'lesson=5;card=5;language=en;theme=dark'), cards = 8;
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  const found = await page.evaluate(`['section:not(.answers)', 'section:not(.answers) svg', '.question', 'details', 'button', '.answers svg'].map(name => part('said-paper').querySelectorAll(name).length)`);
  check('paper has not each card with its figure', found[0] === cards && found[1] === cards && found[2] > 0 && found[3] + found[4] === 0, found.join(' '));
  check('the answers have not the figures that the questions hide', found[5] === 4, found.join(' '));
  const answers = await page.evaluate(`[...part('said-paper').querySelectorAll('section:last-child.answers .answer')].map(answer => answer.textContent.trim())`);
  check('paper has not an answer at its end to each question', answers.length === found[2] && answers.every(text => text), answers.join(' | '));
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  check('the paper stays', await page.evaluate(`part('said-paper').innerHTML`) === '');
  const {data} = await page.send('Page.printToPDF'), pages = Buffer.from(data, 'base64').toString('latin1').match(/\/Type \/Page\b/g)?.length;
  check('what is printed is not the lesson', pages >= cards, `${pages} pages`);
  check('the page complains', page.told.length === 0, page.told.join('\n'));
  await page.close();
}

test('what is typed and composed is what the program holds; a card is read and answered without the canvas; paper has the lesson', async ({address, native, check}) => {
  await typing(address, check);
  await touch(address, check);
  await reading(address, check);
  await numbers(address, native, check);
  await moments(address, check);
  await paper(address, check);
});
