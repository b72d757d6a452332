import { expect, it } from 'vitest';
import { parseTypedTime } from './parse-typed-time.ts';

it.each([
  ['14:30', '14:30'],
  ['14.30', '14:30'],
  ['1430', '14:30'],
  ['14 30', '14:30'],
  ['9:05', '09:05'],
  ['905', '09:05'],
  ['00:00', '00:00'],
  ['24:00', undefined],
  ['14:60', undefined],
  ['14', undefined],
  ['2:30 PM', undefined],
  ['', undefined],
])('parseTypedTime reads "%s" as %s', (text, time) => {
  expect(parseTypedTime(text)).toBe(time);
});
