import { expect, it } from 'vitest';
import { measurementKinds } from '../tool-names.ts';
import { type Handle, handleCounts, handlesFromPoints, pointsFromHandles } from './handles.ts';

it('converts a region’s handles to Cornerstone’s points: four corners, or the ends of both axes', () => {
  const corners: Handle[] = [
    [10, 20],
    [50, 40],
  ];
  expect(pointsFromHandles('rectangle', corners)).toEqual([
    [10, 20],
    [50, 20],
    [10, 40],
    [50, 40],
  ]);
  expect(pointsFromHandles('ellipse', corners)).toEqual([
    [30, 20],
    [30, 40],
    [10, 30],
    [50, 30],
  ]);
});

it('converts points back to the same handles, in any direction they were set', () => {
  const handles: Handle[] = [
    [50, 40],
    [10, 60],
    [30, 5],
  ];
  for (const kind of measurementKinds) {
    const handlesSet = handles.slice(0, handleCounts[kind]);
    expect(handlesFromPoints(kind, pointsFromHandles(kind, handlesSet)), kind).toEqual(handlesSet);
  }
});
