import type { MeasurementKind } from '../tool-names.ts';

/** In CSS pixels of a pane. */
export type Handle = readonly [number, number];

/** How many spots one sets to make a measurement. */
export const handleCounts: Record<MeasurementKind, number> = {
  length: 2,
  angle: 3,
  rectangle: 2,
  ellipse: 2,
  probe: 1,
};

/** The points that the drawing library keeps of a measurement with these spots: of a region all corners, or the ends of both axes. */
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

/** The spots of a measurement with these points. */
export function handlesFromPoints(kind: MeasurementKind, points: readonly Handle[]): Handle[] {
  const [first, second, third, fourth] = points;
  if (!first || !second || !third || !fourth) return [...points];
  if (kind === 'rectangle') return [first, fourth];
  return [
    [third[0], first[1]],
    [fourth[0], second[1]],
  ];
}
