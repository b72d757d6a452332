import { expect, it } from 'vitest';
import { toLabel } from './to-label.ts';

it('makes one visible line of a pasted text', () => {
  expect(toLabel('  Όζος\n 12\u202E\u3164mm \u2028 ')).toBe('Όζος 12mm');
  expect(toLabel('a'.repeat(300))).toHaveLength(200);
});
