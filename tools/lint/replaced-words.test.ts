import { describe, expect, it } from 'vitest';
import { findReplacedWords } from './replaced-words.ts';

describe('findReplacedWords', () => {
  it.each([
    ['a.ts', 'const sealBytes = 1;'],
    ['a.ts', 'interface House {}'],
    ['a.ts', 'const mostBytes = 1;'],
    ['a.ts', '// a trail that was sealing'],
    ['a.ts', 'x.patience();'],
    ['a.ts', 'export const PICTURE_BYTES = 1;'],
    ['a.tsx', 'export const keptRows = <div id="front-door" />;'],
    ['a.tsx', 'const a = <div id="doors" />;'],
    ['a.mjs', 'function tellUser() {}'],
    ['a.css', ':root { --color-wall: red; }'],
    ['a.css', '.picture-frame { color: red; }'],
    ['a.html', '<div id="house"></div>'],
    ['server/src/shelves/a.ts', ''],
    ['docs/what-was-said.md', ''],
  ])('finds a word in %s: %s', (path, text) => {
    expect(findReplacedWords(path, text).length).toBeGreaterThan(0);
  });

  it.each([
    ['a.ts', "const a = 'sealing';"],
    ['a.ts', 'row.phone_sealed;'],
    ['a.ts', 'const almost = 1;'],
    ['a.ts', 'const maxBytes = 1; // at most one, as told'],
    ['a.ts', 'expect(() => a).toThrow(/the whole trail/);'],
    ['a.css', '.spotless { margin: 0.5rem; background: red; }'],
    ['server/src/lighthouse/doorway.ts', ''],
  ])('passes %s: %s', (path, text) => {
    expect(findReplacedWords(path, text)).toEqual([]);
  });
});
