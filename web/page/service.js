// Keeps the page, so that it opens without a network after the first visit. pack.js writes VERSION, which is of all files'
// contents, and CORE, what every page needs at once; behind the ? of its address is the module that this one runs. Lessons are
// kept as they come.
// A new version is fetched beside the one that is open and takes its place when no page of the old one is left.
'use strict';

const VERSION = '@VERSION@', CORE = ['@CORE@', location.search.slice(1)];
const NAME = 'attend-' + VERSION;

addEventListener('install', event => event.waitUntil(
  caches.open(NAME).then(cache => cache.addAll(CORE.map(file => new Request(file, {cache: 'no-cache'}))))));

addEventListener('activate', event => event.waitUntil(
  caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('attend-') && name !== NAME).map(name => caches.delete(name))))
    .then(() => clients.claim())));

addEventListener('message', event => event.data === 'now' && skipWaiting());

async function answer(request) {
  const cache = await caches.open(NAME), kept = await cache.match(request, {ignoreSearch: request.mode === 'navigate'});
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
