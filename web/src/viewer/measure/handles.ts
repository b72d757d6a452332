import type { MeasurementKind } from '../tool-names.ts';

/** A draggable point of a measurement, in CSS pixels of a pane. */
export type Handle = readonly [number, number];

/** Number of handles of each kind of measurement. */
export const handleCounts: Record<MeasurementKind, number> = {
  length: 2,
  angle: 3,
  rectangle: 2,
  ellipse: 2,
  probe: 1,
};

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
  return [
    [third[0], first[1]],
    [fourth[0], second[1]],
  ];
}
