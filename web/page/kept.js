// Files that the program writes: what is at home is kept, what is exported is downloaded.
'use strict';

let keeping = 0, syncing = 0; // a timer; what the database has not answered yet
const SECONDS = 5; // that a database may take to answer: some never do

// Between the program's files and the database; a window without one keeps nothing, and says so.
function syncHome(fromDatabase) {
  return new Promise(done => {
    const over = error => { syncing--; part('kept').hidden = !error; done(); };
    syncing++;
    setTimeout(done, 1000 * SECONDS);
    try { FS.syncfs(fromDatabase, over); } catch (error) { over(error); }
  });
}

function keep() {
  clearTimeout(keeping);
  keeping = 0;
  if (!EMBEDDED)
    syncHome(false);
}

async function remember() {
  FS.mount(FS.filesystems.IDBFS, {}, HOME);
  await syncHome(true);
  takeLeft();
}

// A page that is left has no time for its database: what is written then waits in the browser's small store.
const LEFT = [`${HOME}/.local/state/attend/last`, `${HOME}/.local/share/attend/progress.json`];

function leave() {
  for (const path of EMBEDDED ? [] : LEFT)
    if (FS.analyzePath(path).exists)
      try { localStorage.setItem(path, FS.readFile(path, {encoding: 'utf8'})); } catch { /* keep() says so */ }
}

function takeLeft() {
  for (const path of LEFT) {
    let text = null;
    try { text = localStorage.getItem(path); } catch { /* a window that keeps nothing */ }
    if (text === null)
      continue;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, text);
  }
}

function download(path) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
  link.download = path.slice(path.lastIndexOf('/') + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A file is complete when the program gives it its name.
function watchNames() {
  const rename = FS.rename;
  FS.rename = (from, to) => {
    rename(from, to);
    if (to.startsWith(EXPORTS + '/'))
      setTimeout(() => download(to));
    else if (to.startsWith(HOME + '/'))
      keeping ||= setTimeout(() => { leave(); keep(); }, 300);
  };
}
