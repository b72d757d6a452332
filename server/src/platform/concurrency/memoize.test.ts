import { expect, it, vi } from 'vitest';
import { memoize } from './memoize.ts';

it('calls create at the first call only', () => {
  const create = vi.fn(() => undefined);
  const get = memoize(create);
  expect(create).not.toHaveBeenCalled();
  expect([get(), get()]).toEqual([undefined, undefined]);
  expect(create).toHaveBeenCalledOnce();
});
