import type { MeasurementKind } from '../tool-names.ts';
import type { Point2 } from './geometry.ts';

/** A draggable point of a measurement, in CSS pixels of a pane. */
export type Handle = readonly [number, number];

/** Number of handles of each kind of measurement. */
export const handleCounts: Record<MeasurementKind, number> = {
  length: 2,
  angle: 3,
  cobb: 4,
  rectangle: 2,
  ellipse: 2,
  probe: 1,
  arrow: 2,
  text: 1,
};

/** Number of points of each kind, in Cornerstone as in an item. */
export const pointCounts: Record<MeasurementKind, number> = { ...handleCounts, rectangle: 4, ellipse: 4 };

/** Converts handles to Cornerstone's points: for a rectangle all corners, for an ellipse the ends of both axes. */
export function pointsFromHandles(kind: MeasurementKind, handles: readonly Handle[]): readonly Handle[] {
  const [[left, top] = [0, 0], [right, bottom] = [0, 0]] = handles;
  if (kind === 'rectangle') {
    return [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ];
  }
  if (kind !== 'ellipse') return handles;
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  return [
    [across, top],
    [across, bottom],
    [left, down],
    [right, down],
  ];
}

/** Converts Cornerstone's points back to handles. */
export function handlesFromPoints(kind: MeasurementKind, points: readonly Handle[]): Handle[] {
  const [first, second, third, fourth] = points;
  if (!first || !second || !third || !fourth) return [...points];
  if (kind === 'rectangle') return [first, fourth];
  if (kind !== 'ellipse') return [...points];
  return [
    [third[0], first[1]],
    [fourth[0], second[1]],
  ];
}

/**
 * Converts Cornerstone's points to an item's: a rectangle's corners in order around it, an ellipse's longer axis first.
 */
export function itemPointsFrom(kind: MeasurementKind, points: readonly Point2[]): Point2[] {
  const [first, second, third, fourth] = points;
  if (!first || !second || !third || !fourth) return [...points];
  if (kind === 'rectangle') return [first, second, fourth, third];
  const lengthOf = (from: Point2, to: Point2) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const isFirstLonger = lengthOf(first, second) >= lengthOf(third, fourth);
  return kind === 'ellipse' && !isFirstLonger ? [third, fourth, first, second] : [...points];
}

/** Converts an item's points to Cornerstone's: an ellipse's upright axis first. */
export function libraryPointsFrom(kind: MeasurementKind, points: readonly Point2[]): Point2[] {
  const [first, second, third, fourth] = points;
  if (!first || !second || !third || !fourth) return [...points];
  if (kind === 'rectangle') return [first, second, fourth, third];
  if (kind !== 'ellipse') return [...points];
  const isUpright = Math.abs(second[1] - first[1]) > Math.abs(second[0] - first[0]);
  const isOtherUpright = Math.abs(fourth[1] - third[1]) > Math.abs(fourth[0] - third[0]);
  return isUpright || !isOtherUpright ? [first, second, third, fourth] : [third, fourth, first, second];
}

/** Moves an item's points into its image. An ellipse keeps its shape: the rectangle around it is cut. */
export function clampToImage(
  kind: MeasurementKind,
  points: readonly Point2[],
  columns: number,
  rows: number,
): Point2[] {
  const clamp = ([x, y]: Point2): Point2 => [Math.max(0, Math.min(columns, x)), Math.max(0, Math.min(rows, y))];
  if (kind !== 'ellipse') return points.map(clamp);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = clamp([Math.min(...xs), Math.min(...ys)]);
  const [right, bottom] = clamp([Math.max(...xs), Math.max(...ys)]);
  const isInside = points.every((point) => clamp(point).every((value, axis) => value === point[axis]));
  const corners: Point2[] = [
    [left, top],
    [right, bottom],
  ];
  return isInside ? [...points] : itemPointsFrom('ellipse', pointsFromHandles('ellipse', corners));
}
