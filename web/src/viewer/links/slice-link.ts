import { textOf } from '@medcloud/dicom/json';
import type { Frame } from '../loading/frames.ts';
import { dot, normalOf, positionOf, type Vector } from './image-plane.ts';

/**
 * How a pane follows another: by position in the patient, by a fixed distance along the slices' normal, or by number.
 */
export type SliceRelation =
  | { readonly kind: 'position' }
  | { readonly kind: 'offset'; readonly mm: number }
  | { readonly kind: 'number' };

/** A series and the slice of it that belongs to the other pane's slice. */
export interface Anchor {
  readonly frames: readonly Frame[];
  readonly index: number;
}

/** The slices of a series along their common normal. */
interface SliceStack {
  readonly normal: Vector;
  readonly frameOfReference: string | undefined;
  /** Millimeters along the normal, by frame. */
  readonly distances: readonly number[];
}

// Planes that are less tilted against each other count as the same.
const minCosine = Math.cos((15 * Math.PI) / 180);
const sameNormal = Math.cos((1 * Math.PI) / 180);

const stacks = new WeakMap<readonly Frame[], SliceStack | null>();

/** Returns the stack of a series, or null if its images have no positions or are not parallel. */
function stackOf(frames: readonly Frame[]): SliceStack | null {
  const known = stacks.get(frames);
  if (known !== undefined) return known;
  const stack = createStack(frames);
  stacks.set(frames, stack);
  return stack;
}

function createStack(frames: readonly Frame[]): SliceStack | null {
  const normal = frames[0] && normalOf(frames[0].attributes);
  if (!normal) return null;
  const distances: number[] = [];
  for (const frame of frames) {
    const [position, own] = [positionOf(frame.attributes), normalOf(frame.attributes)];
    if (!position || !own || dot(own, normal) < sameNormal) return null;
    distances.push(dot(position, normal));
  }
  const frameOfReference = frames[0] && textOf(frames[0].attributes, '00200052');
  return { normal, frameOfReference, distances };
}

/** Returns how the slices of `to` follow those of `from`. */
export function relationOf(from: Anchor, to: Anchor): SliceRelation {
  const [source, target] = [stackOf(from.frames), stackOf(to.frames)];
  if (!source || !target || Math.abs(dot(source.normal, target.normal)) < minCosine) return { kind: 'number' };
  const isSame = source.frameOfReference !== undefined && source.frameOfReference === target.frameOfReference;
  if (isSame) return { kind: 'position' };
  const side = Math.sign(dot(source.normal, target.normal));
  return { kind: 'offset', mm: (target.distances[to.index] ?? 0) - side * (source.distances[from.index] ?? 0) };
}

/** Returns the slice of `to` that belongs to slice `index` of `from`: the nearest one, or the one of the same number. */
export function followSlice(from: Anchor, to: Anchor, index: number): number {
  const relation = relationOf(from, to);
  const [source, target] = [stackOf(from.frames), stackOf(to.frames)];
  if (relation.kind === 'number' || !source || !target) {
    const moved = to.index + index - from.index;
    return Math.max(0, Math.min(to.frames.length - 1, moved));
  }
  const position = positionOf(from.frames[index]?.attributes ?? {});
  if (!position) return to.index;
  const side = Math.sign(dot(source.normal, target.normal));
  const wanted =
    relation.kind === 'position' ? dot(position, target.normal) : side * dot(position, source.normal) + relation.mm;
  return nearestTo(target.distances, wanted);
}

function nearestTo(distances: readonly number[], wanted: number): number {
  let nearest = 0;
  for (const [index, distance] of distances.entries())
    if (Math.abs(distance - wanted) < Math.abs((distances[nearest] ?? 0) - wanted)) nearest = index;
  return nearest;
}
