import { expect, it } from 'vitest';
import { initialUpper, petUppers } from './pet-window.ts';

it('offers the usual windows in SUV, and parts of the highest value in other units', () => {
  expect(petUppers('SUV', 23)).toEqual([5, 7, 10, 15]);
  expect(petUppers('Bq/mL', 41_234)).toEqual([4_100, 10_000, 21_000, 41_000]);
  expect(petUppers('counts', 0).every((upper) => upper > 0)).toBe(true);
  expect(initialUpper(petUppers('SUV', 23))).toBe(7);
});
