// The address that a class opens: large on a page for the projector, with a QR code there and in the terminal.
'use strict';
const os = require('os');

// Of this machine in its networks, wired and wireless ones first; an address that a router gave stands before one that the machine gave itself.
function addressesOf(port) {
  const rank = ({name, address}) => (address.startsWith('169.254.') ? 2 : 0) + (/^(e|w)/.test(name) ? 0 : 1); // docker0, virbr0, tun0
  return Object.entries(os.networkInterfaces())
    .flatMap(([name, all]) => all.filter(one => one.family === 'IPv4' && !one.internal).map(one => ({name, address: one.address})))
    .sort((a, b) => rank(a) - rank(b)).map(({address}) => `http://${address}:${port}/`);
}

// The library lies beside this file in the page's archive, elsewhere where Debian's package node-qrcode-generator puts it; without it there
// is the address alone.
function codeOf(address) {
  for (const place of ['./qrcode.js', 'qrcode-generator', '/usr/share/nodejs/qrcode-generator'])
    try {
      const code = require(place)(0, 'M');
      code.addData(address);
      code.make();
      return code;
    } catch {
      continue;
    }
  return null;
}

const QUIET = 2; // modules of light around it, in the terminal

// Two modules a letter, one over the other; the colours are said, since a terminal may be dark or light.
function printed(code) {
  const count = code.getModuleCount(), dark = (row, column) => row >= 0 && column >= 0 && row < count && column < count && code.isDark(row, column);
  const lines = [];
  for (let row = -QUIET; row < count + QUIET; row += 2) {
    let line = '\x1b[30;107m';
    for (let column = -QUIET; column < count + QUIET; column++)
      line += ' ▀▄█'[dark(row, column) + 2 * dark(row + 1, column)];
    lines.push(line + '\x1b[0m');
  }
  return lines.join('\n');
}

const COSTS = {
  en: 'This address is not https: each visit needs this network, nothing is installed, and a model trains on one processor.',
  zh: '这个地址不是 https：每次打开都要连着这个网络，不能安装，训练只用一个处理器。',
};

const STYLE = 'body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:3vh;font-family:sans-serif;' +
  'background:#fff;color:#111;text-align:center}h1{font-size:min(7vw,12vh);margin:0;word-break:break-all}svg{height:55vh;width:auto}p{font-size:2.2vh;max-width:80vw;margin:0}';

// A page for the projector.
function sharePage(address) {
  const code = codeOf(address);
  return {
    headers: {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'", 'Cache-Control': 'no-store'},
    text: `<!doctype html><html lang="en"><meta charset="utf-8"><title>attend: ${address}</title><style>${STYLE}</style><h1>${address}</h1>` +
      `${code ? code.createSvgTag({cellSize: 8, margin: 32, scalable: true}) : ''}<p lang="en">${COSTS.en}</p><p lang="zh">${COSTS.zh}</p></html>`,
  };
}

// What is said in the terminal.
function shareText(addresses, here) {
  const [address, ...others] = addresses, code = address && codeOf(address);
  if (!address)
    return `this machine has no network that others could reach it by; here the page is at ${here}`;
  return [`\n    ${address}\n`, ...(code ? [printed(code), ''] : []),
    ...(others.length ? [`also, in another network: ${others.join(' ')}`] : []),
    `large for the projector, with a QR code: ${here}share`, COSTS.en, 'Ctrl+C ends it'].join('\n');
}

module.exports = {addressesOf, sharePage, shareText};
