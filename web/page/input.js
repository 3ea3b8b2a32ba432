// Keys that stay the browser's, paste, and files that are dropped.
'use strict';

// Of the function keys and of what goes with Control the program has these; find, print, zoom and all others are the browser's.
const PROGRAMS = new Set(['F1']), WITH_CONTROL = new Set(['KeyA', 'KeyC', 'KeyE', 'KeyL', 'KeyQ', 'KeyX', 'KeyY', 'KeyZ']);
const isBrowsers = ({code, ctrlKey, metaKey}) => (/^F\d/.test(code) && !PROGRAMS.has(code))
  || ((ctrlKey || metaKey) && /^(Key|Digit|Numpad|Minus|Equal|Tab|Page)/.test(code) && !WITH_CONTROL.has(code));

for (const kind of ['keydown', 'keyup'])
  addEventListener(kind, event => {
    if (isBrowsers(event))
      event.stopImmediatePropagation();
  }, true);

addEventListener('paste', event => {
  event.preventDefault();
  give('web_paste', event.clipboardData.getData('text'));
  wake();
});

addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', async event => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) {
    const path = `${DROPPED}/${file.name.replaceAll('/', '_')}`;
    FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    give('web_drop', path);
  }
  wake();
});
