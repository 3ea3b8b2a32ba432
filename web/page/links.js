// Links: the page's address and a place.
'use strict';

// Ctrl+L copies a command with a place, in a shell's quotes; in a page that is a link.
function linkOf(text) {
  const quoted = text.match(/^attend --at '(.*)'$/s)?.[1];
  return quoted && `${location.origin}${location.pathname}#at=${encodeURIComponent(quoted.replaceAll("'\\''", "'"))}`;
}

// A link opens the page where it says; from then on the address says nothing, and the page comes back to where one was.
function placeOfLink() {
  const at = location.hash.match(/^#at=(.*)$/);
  if (at)
    history.replaceState(null, '', location.pathname + location.search);
  return at && decodeURIComponent(at[1]);
}

addEventListener('hashchange', () => location.reload());
