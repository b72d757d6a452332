import type { DataSet } from '@medcloud/dicom/json';
import { addScaled, dot, type ImagePlane, imagePlaneOf, subtract, type Vector } from './image-plane.ts';

/** A line in the patient, in mm. */
export type ReferenceLine = readonly [Vector, Vector];

// Planes that are less tilted against each other are linked by slices instead (`slice-link.ts`).
const maxCosine = Math.cos((15 * Math.PI) / 180);

/**
 * Returns the line on which an image crosses another one, within both. Null if they are nearly parallel, do not meet, or
 * are not known to be of one frame of reference.
 */
export function referenceLineOf(from: DataSet, to: DataSet): ReferenceLine | null {
  const [source, target] = [imagePlaneOf(from), imagePlaneOf(to)];
  if (!source || !target || source.frameOfReference !== target.frameOfReference) return null;
  if (Math.abs(dot(source.normal, target.normal)) > maxCosine) return null;
  const line = cutByPlane(source, target);
  return line && clipToImage(line, target);
}

/** Returns the part of `target`'s plane within the rectangle of `source`. */
function cutByPlane(source: ImagePlane, target: ImagePlane): ReferenceLine | null {
  const right = addScaled(source.position, source.across, source.width);
  const corners = [
    source.position,
    right,
    addScaled(right, source.down, source.height),
    addScaled(source.position, source.down, source.height),
  ];
  const points = corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    const [a, b] = [corner, next].map((point) => dot(subtract(point, target.position), target.normal));
    if (a === undefined || b === undefined || a === b || a > 0 === b > 0) return [];
    return [addScaled(corner, subtract(next, corner), a / (a - b))];
  });
  const [start, end] = points;
  return start && end ? [start, end] : null;
}

/** Clips a line in the image's plane to its rectangle (Liang and Barsky). */
function clipToImage([start, end]: ReferenceLine, { position, across, down, width, height }: ImagePlane) {
  const along = subtract(end, start);
  let [first, last] = [0, 1];
  for (const [axis, length] of [
    [across, width],
    [down, height],
  ] as const) {
    const [from, by] = [dot(subtract(start, position), axis), dot(along, axis)];
    if (by === 0 && (from < 0 || from > length)) return null;
    if (by === 0) continue;
    const [one, other] = [-from / by, (length - from) / by];
    [first, last] = [Math.max(first, Math.min(one, other)), Math.min(last, Math.max(one, other))];
  }
  const line: ReferenceLine = [addScaled(start, along, first), addScaled(start, along, last)];
  return first < last ? line : null;
}
