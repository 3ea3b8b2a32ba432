// A sum of a file's bytes, for the page and pack.js: FNV-1a.
'use strict';

function sumOf(bytes) {
  let sum = 0x811C9DC5;
  for (let i = 0; i < bytes.length; i++)
    sum = Math.imul(sum ^ bytes[i], 0x01000193);
  return sum >>> 0;
}

if (typeof module === 'object')
  module.exports = {sumOf};
