import { expect, it } from 'vitest';
import { toBodyPart } from './body-parts.ts';

it.each([
  ['CHEST', 'CHEST'],
  ['C-SPINE', 'CSPINE'],
  ['L SPINE', 'LSPINE'],
  ['knee', 'KNEE'],
  ['WHATEVER', undefined],
  ['', undefined],
])('takes %j for %j', (value, part) => {
  expect(toBodyPart(value)).toBe(part);
});
