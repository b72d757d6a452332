import { expect, it } from 'vitest';
import { mapInTurns } from './map-in-turns.ts';

it('maps items in order, and lets other work run between its turns', async () => {
  const steps: string[] = [];
  setImmediate(() => steps.push('other'));
  const mapped = await mapInTurns([1, 2, 3, 4, 5], 2, (item) => {
    steps.push(String(item));
    return item * 2;
  });
  expect(mapped).toEqual([2, 4, 6, 8, 10]);
  expect(steps).toEqual(['1', '2', 'other', '3', '4', '5']);
});
