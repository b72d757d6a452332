import { expect, it } from 'vitest';
import { findNameMark } from './find-name-mark.ts';

it.each([
  ['program', 'viewer.exe'],
  ['program', 'CD/Viewer.SCR'],
  ['program', 'cd\\viewer.com. .'],
  ['program', 'viewer.exe::$DATA'],
  ['script', 'Read me first.hta'],
  ['script', 'index.html'],
  ['script', 'start.bat \u200b'],
  [null, 'IM0001.dcm'],
  [null, 'viewer.exe/IM0001'],
  [null, 'README.TXT'],
  [null, 'exe'],
  [null, ''],
])('returns %s for %j', (mark, name) => {
  expect(findNameMark(name)).toBe(mark);
});
