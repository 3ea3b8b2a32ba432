// Keeps the page, so that it opens without a network after the first visit. pack.js writes VERSION, which is of all files'
// contents, and CORE, what every page needs at once; behind the ? of its address is the program that this browser runs. Lessons are
// kept as they come; when the page says that the program with threads is, its next visit is isolated, which threads ask for.
// A new version is fetched beside the one that is open and takes its place when no page of the old one is left.
'use strict';

const VERSION = '@VERSION@', CORE = ['@CORE@', ...location.search.slice(1).split(',')];
const NAME = 'attend-' + VERSION, ISOLATES = 'isolates'; // a note among the files
const HEADERS = {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'};

addEventListener('install', event => event.waitUntil(
  caches.open(NAME).then(cache => cache.addAll(CORE.map(file => new Request(file, {cache: 'no-cache'}))))));

addEventListener('activate', event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('attend-') && name !== NAME).map(name => caches.delete(name))))
    .then(() => clients.claim())));

addEventListener('message', event => {
  if (event.data === 'now')
    skipWaiting();
  else if (event.data === 'threads')
    event.waitUntil(caches.open(NAME).then(cache => cache.put(ISOLATES, new Response())));
});

// A page and its workers, with what isolates them.
async function isolated(cache, plain) {
  if (!await cache.match(ISOLATES))
    return plain;
  const headers = new Headers(plain.headers);
  Object.entries(HEADERS).forEach(header => headers.set(...header));
  return new Response(plain.body, {status: plain.status, statusText: plain.statusText, headers});
}

async function answer(request) {
  const cache = await caches.open(NAME), plain = await keptOrFetched(cache, request);
  return request.mode === 'navigate' || request.destination === 'worker' ? isolated(cache, plain) : plain;
}

async function keptOrFetched(cache, request) {
  const kept = await cache.match(request, {ignoreSearch: request.mode === 'navigate'});
  if (kept)
    return kept;
  const fresh = await fetch(request);
  if (fresh.ok)
    await cache.put(request, fresh.clone());
  return fresh;
}

addEventListener('fetch', event => {
  if (event.request.method === 'GET' && event.request.url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
