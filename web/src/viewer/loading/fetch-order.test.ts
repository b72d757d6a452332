import { expect, it } from 'vitest';
import { fetchOrder } from './fetch-order.ts';

it('lists two images ahead in the scroll direction for each one behind', () => {
  expect(fetchOrder(10, 100, 1, 100).slice(0, 6)).toEqual([11, 12, 9, 13, 14, 8]);
  expect(fetchOrder(10, 100, -1, 100).slice(0, 6)).toEqual([9, 8, 11, 7, 6, 12]);
});

it('lists every other image once, and none outside the series or its reach', () => {
  const all = fetchOrder(3, 9, 1, 100);
  expect(all.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  expect(fetchOrder(50, 100, -1, 2).toSorted((one, other) => one - other)).toEqual([48, 49, 51, 52]);
});
