import { expect, it } from 'vitest';
import { measurementKinds } from '../tool-names.ts';
import type { Point2 } from './geometry.ts';
import {
  clampToImage,
  type Handle,
  handleCounts,
  handlesFromPoints,
  itemPointsFrom,
  libraryPointsFrom,
  pointCounts,
  pointsFromHandles,
} from './handles.ts';

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
    [7, 9],
  ];
  for (const kind of measurementKinds) {
    const handlesSet = handles.slice(0, handleCounts[kind]);
    expect(handlesFromPoints(kind, pointsFromHandles(kind, handlesSet)), kind).toEqual(handlesSet);
  }
});

it('orders an item’s corners around the rectangle and its axes by length, and back for Cornerstone', () => {
  const corners: Point2[] = [
    [10, 20],
    [50, 20],
    [10, 40],
    [50, 40],
  ];
  expect(itemPointsFrom('rectangle', corners)).toEqual([
    [10, 20],
    [50, 20],
    [50, 40],
    [10, 40],
  ]);
  const axes: Point2[] = [
    [30, 20],
    [30, 40],
    [10, 30],
    [50, 30],
  ];
  expect(itemPointsFrom('ellipse', axes)).toEqual([...axes.slice(2), ...axes.slice(0, 2)]);
  for (const kind of measurementKinds) {
    const points = (kind === 'ellipse' ? axes : corners).slice(0, pointCounts[kind]);
    expect(libraryPointsFrom(kind, itemPointsFrom(kind, points)), kind).toEqual(points);
  }
});

it('moves points that are outside into the image, and keeps an ellipse an ellipse', () => {
  expect(clampToImage('length', [[-3, 4], [120, 90]], 100, 80)).toEqual([[0, 4], [100, 80]]); // biome-ignore format: rows of points
  const inside: Point2[] = [[10, 40], [90, 40], [50, 30], [50, 50]]; // biome-ignore format: a row of points
  expect(clampToImage('ellipse', inside, 100, 80)).toEqual(inside);
  const outside: Point2[] = [[10, 40], [130, 40], [70, 30], [70, 50]]; // biome-ignore format: a row of points
  expect(clampToImage('ellipse', outside, 100, 80)).toEqual([[10, 40], [100, 40], [55, 30], [55, 50]]); // biome-ignore format: a row of points
});
