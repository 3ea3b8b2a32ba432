// Serves a folder on the loopback, packed where FILE.br or FILE.gz lies beside FILE.   usage: node serve.js FOLDER [PORT]
'use strict';
const fs = require('fs'), http = require('http'), path = require('path');

const TYPES = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm', '.bin': 'application/octet-stream', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json'};

// Without them a page has no threads.
const ISOLATES = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

function answer(folder, isolates, request, response) {
  const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  const file = path.join(folder, name.endsWith('/') ? name + 'index.html' : name);
  if (!file.startsWith(folder + path.sep) || !fs.existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  const [ending, coding] = [['.br', 'br'], ['.gz', 'gzip'], ['', '']].find(([end, how]) =>
    accepted.includes(how) && fs.existsSync(file + end));
  const {size, mtimeMs} = fs.statSync(file + ending), tag = `"${size}-${mtimeMs}"`;
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, {ETag: tag}).end();
    return;
  }
  response.writeHead(200, {ETag: tag, 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache',
    'Content-Length': size, ...(isolates && ISOLATES), ...(coding && {'Content-Encoding': coding, Vary: 'Accept-Encoding'})});
  fs.createReadStream(file + ending).pipe(response);
}

function serve(folder, port, ready, isolates = true) {
  const whole = path.resolve(folder);
  const server = http.createServer((request, response) => answer(whole, isolates, request, response));
  return server.listen(port, '127.0.0.1', () => ready?.(`http://127.0.0.1:${server.address().port}/`));
}

module.exports = {serve};
if (require.main === module)
  serve(process.argv[2], Number(process.argv[3] ?? 8080), address => console.log(`the page is at ${address} (Ctrl+C ends it)`));
