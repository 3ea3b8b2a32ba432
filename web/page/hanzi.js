// Which piece of the large fonts a letter is in: 0 and 1 have the two levels of GB2312, the common hanzi and the less common,
// and 0 all signs; the others the rest of GBK by their numbers. For the page, and for pack.js, which cuts them.
'use strict';

const HANZI_GROUPS = 8, FIRST_HANZI = 0x4E00, HANZI_EACH = 3500;
let hanziLevels = null;

function hanziRows(first, last) {
  const bytes = [];
  for (let row = first; row <= last; row++)
    for (let cell = 0xA1; cell <= 0xFE; cell++)
      bytes.push(row, cell);
  return new Set([...new TextDecoder('gbk').decode(Uint8Array.from(bytes))].map(letter => letter.codePointAt(0)));
}

function hanziGroup(code) {
  if (code < FIRST_HANZI || code >= 0xA000)
    return 0;
  hanziLevels ??= [hanziRows(0xB0, 0xD7), hanziRows(0xD8, 0xF7)];
  const level = hanziLevels.findIndex(level => level.has(code));
  return level >= 0 ? level : 2 + Math.floor((code - FIRST_HANZI) / HANZI_EACH);
}

if (typeof module === 'object')
  module.exports = {HANZI_GROUPS, hanziGroup};
