import { expect, it, vi } from 'vitest';
import { madeOnce } from './made-once.ts';

it('makes nothing before the first question, and nothing after it', () => {
  const make = vi.fn(() => undefined);
  const ask = madeOnce(make);
  expect(make).not.toHaveBeenCalled();
  expect([ask(), ask()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledOnce();
});
