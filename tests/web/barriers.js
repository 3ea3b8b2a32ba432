// What keeps people out, as axe-core finds it (WCAG 2, A and AA), in the page's states and on the pages of the site.
//   usage: node barriers.js FOLDER NATIVE
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), {execFileSync} = require('child_process');
const {modules, open, test} = require('./browser.js'), {serve} = require('../../web/serve.js');

const axe = fs.readFileSync(path.join(modules, 'axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function look(page, what, check) {
  await page.evaluate(axe); // through the protocol, which the page's Content-Security-Policy says nothing of
  const found = await page.evaluate(`axe.run({runOnly: ${JSON.stringify(RULES)}}).then(({violations, passes}) =>
    [passes.length, ...violations.map(({id, help, nodes}) => id + ': ' + help + ': ' + nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join('  '))])`);
  const [passed, ...violations] = found;
  check(`${what}: nothing was looked at`, passed > 0);
  for (const violation of violations)
    check(`${what}: ${violation}`, false);
}

async function states(address, check) {
  const page = await open('about:blank');
  await page.tab.setRequestInterception(true); // the program does not come: it goes on loading
  page.tab.on('request', request => request.url().endsWith('core.bin') ? undefined : request.continue());
  await page.go(address);
  await look(page, 'loading', check);
  await page.close();
  const running = await open(address + '#at=lesson=5;card=1');
  await running.until('clock.first > 0');
  await look(running, 'running', check);
  await running.evaluate(`stop('something went wrong')`);
  await look(running, 'stopped', check);
  await running.evaluate(`part('stopped').hidden = true; part('why').textContent = 'it has no WebAssembly'; part('problem').hidden = false; part('kept').hidden = false`);
  await look(running, 'an old browser', check);
  await running.close();
}

async function site(native, check) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attend-site-'));
  execFileSync(native, ['site', '-o', folder], {stdio: 'ignore'});
  const {server, address} = await new Promise(done => { const own = serve(folder, 0, where => done({server: own, address: where})); });
  for (const name of ['', 'zh/', '05-cat-chase-mouse/', 'zh/05-cat-chase-mouse/'])
    for (const [width, scheme] of [[1280, 'light'], [390, 'dark']]) {
      const page = await open('about:blank', {width, height: 844});
      await page.tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
      await page.go(address + name);
      check(`site/${name} is no page`, await page.evaluate(`document.querySelector('h1') !== null`));
      await look(page, `site/${name}, ${width} px, ${scheme}`, check);
      await page.close();
    }
  server.close();
  fs.rmSync(folder, {recursive: true});
}

test('axe-core finds no barrier of WCAG A and AA, in the page and on the site', async ({address, native, check}) => {
  await states(address, check);
  await site(native, check);
});
