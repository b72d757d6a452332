import { expect, it } from 'vitest';
import { measuredKinds } from '../hands.ts';
import { handlesAt, type Spot, spotsAt, spotsNeeded } from './spots.ts';

it('keeps of a region what the library draws it by: four corners, or the ends of both axes', () => {
  const corners: Spot[] = [
    [10, 20],
    [50, 40],
  ];
  expect(handlesAt('rectangle', corners)).toEqual([
    [10, 20],
    [50, 20],
    [10, 40],
    [50, 40],
  ]);
  expect(handlesAt('ellipse', corners)).toEqual([
    [30, 20],
    [30, 40],
    [10, 30],
    [50, 30],
  ]);
});

it('finds the spots again, whichever way they were set', () => {
  const spots: Spot[] = [
    [50, 40],
    [10, 60],
    [30, 5],
  ];
  for (const kind of measuredKinds) {
    const set = spots.slice(0, spotsNeeded[kind]);
    expect(spotsAt(kind, handlesAt(kind, set)), kind).toEqual(set);
  }
});
