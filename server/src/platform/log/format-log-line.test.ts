import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { formatLogLine } from './format-log-line.ts';

const read = (fields: object) => stripVTControlCharacters(formatLogLine(`${JSON.stringify(fields)}\n`));

it('formats time, level, message and fields', () => {
  const line = {
    level: 40,
    time: '2026-11-23T11:07:42.123Z',
    status: 503,
    err: { code: 'ECONNRESET' },
    msg: 'was lost',
  };
  expect(read(line)).toBe('11:07:42  warn   was lost  status=503  err={"code":"ECONNRESET"}\n');
});

it('escapes characters that move the cursor or reverse the text', () => {
  const evil = 'a\u001b[2Jb\u202ec\nd\u009be';
  const line = formatLogLine(`${JSON.stringify({ level: 30, time: '', msg: evil, route: evil, [evil]: 1 })}\n`);
  expect(stripVTControlCharacters(line.trimEnd())).not.toMatch(/[\p{C}\u2028\u2029]/u);
  expect(line).toContain('\\u{1b}[2J');
});

it('formats a line without a message and with a level that has no name', () => {
  expect(read({ level: 35, route: '/api/session' })).toBe('  35       route="/api/session"\n');
});
