// Keys that stay the browser's, paste, and files that are dropped.
'use strict';

const BROWSERS = new Set(['F5', 'F11', 'F12']), WITH_CONTROL = new Set(['KeyN', 'KeyT', 'KeyW', 'KeyR', 'KeyV']);

for (const kind of ['keydown', 'keyup'])
  addEventListener(kind, event => {
    if (BROWSERS.has(event.code) || ((event.ctrlKey || event.metaKey) && WITH_CONTROL.has(event.code)))
      event.stopImmediatePropagation();
  }, true);

addEventListener('paste', event => {
  event.preventDefault();
  if (clock.running)
    Module.ccall('web_paste', null, ['string'], [event.clipboardData.getData('text')]);
  wake();
});

addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', async event => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) {
    const path = `${DROPPED}/${file.name.replaceAll('/', '_')}`;
    FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    Module.ccall('web_drop', null, ['string'], [path]);
  }
  wake();
});
