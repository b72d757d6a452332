import type { Annotation, AnnotationScale } from '@medcloud/contract';
import type { AnnotatedImages, ImageFacts, Spacing } from './image-facts.ts';

type Vector = readonly [number, number, number];

/** The geometry of an item, as `stats` names it: millimeters or pixels by `scale`, and degrees. */
export interface Geometry {
  readonly scale: AnnotationScale;
  readonly length?: number;
  readonly angle?: number;
  readonly area?: number;
}

/**
 * Measures an item again from its points and the files. Null if it is not on an image of the exam, outside it, or in a
 * scale that the file does not have: the scale is the one that the item names, else the best that the file has.
 */
export function measureItem(item: Annotation, images: AnnotatedImages): Geometry | null {
  if ('plane' in item.on) return measureOnPlane(item, item.on.plane, images.series.get(item.on.plane.series) ?? []);
  const { sop, frame } = item.on.image;
  const image = images.images.get(sop);
  if (image === undefined || frame > image.frames || !item.points.every(isInside(image))) return null;
  for (const scale of item.stats === undefined ? bestScales : [item.stats.scale]) {
    const spacing = spacingIn(scale, item, image, frame);
    if (spacing !== null) return { scale, ...measure(item.kind, item.points.map(scaled(spacing))) };
  }
  return null;
}

const bestScales = ['region', 'patient', 'detector', 'pixels'] as const;

const isInside =
  ({ columns, rows }: ImageFacts) =>
  ([x, y]: Annotation['points'][number]) =>
    x >= 0 && y >= 0 && x <= columns && y <= rows;

const scaled =
  ({ across, down }: Spacing) =>
  ([x, y]: Annotation['points'][number]): Vector => [x * across, y * down, 0];

/** Returns the size of a pixel in a scale; null if the file does not have that scale at the item's points. */
function spacingIn(scale: AnnotationScale, item: Annotation, image: ImageFacts, frame: number): Spacing | null {
  const { patientSpacings, detectorSpacing, regions } = image;
  const ofPatient = patientSpacings[patientSpacings.length > 1 ? frame - 1 : 0] ?? null;
  switch (scale) {
    case 'pixels':
      return { across: 1, down: 1 };
    case 'patient':
      return ofPatient;
    case 'detector':
      // a Pixel Spacing of a projection may be the detector's too (PS3.3 10.7.1.3)
      return detectorSpacing ?? ofPatient;
    case 'region':
      return (
        regions.find(({ left, top, right, bottom }) =>
          item.points.every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom),
        )?.spacing ?? null
      );
  }
}

function measureOnPlane(
  { kind, points: given, stats }: Annotation,
  { frameOfReference, normal }: { readonly frameOfReference: string; readonly normal: Vector },
  series: readonly ImageFacts[],
): Geometry | null {
  const points = given.map(([x, y, z = 0]): Vector => [x, y, z]);
  const isOfFrame = series.some((image) => image.frameOfReference === frameOfReference);
  if (!isOfFrame || (stats !== undefined && stats.scale !== 'patient')) return null;
  if (!isInVolume(points, series) || !isInPlane(points, normal)) return null;
  return { scale: 'patient', ...measure(kind, points) };
}

// Points are rounded, and one image has no distance to a next one.
const toleranceMm = 1;

/** Returns whether points are between the outer edges of a series' images, and half a slice beyond the outer ones. */
function isInVolume(points: readonly Vector[], series: readonly ImageFacts[]): boolean {
  const corners = series.flatMap((image) => image.corners);
  const [origin, right, below] = corners;
  if (origin === undefined || right === undefined || below === undefined) return false;
  const [across, down] = [directionOf(between(origin, right)), directionOf(between(origin, below))];
  const through = crossOf(across, down);
  const steps = Math.max(1, ...series.map(({ sliceCount }) => sliceCount - 1));
  return [across, down, through].every((direction) => {
    const places = corners.map((corner) => productOf(corner, direction));
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const margin = toleranceMm + (direction === through ? (to - from) / steps : 0);
    return points.every((point) => {
      const place = productOf(point, direction);
      return place >= from - margin && place <= to + margin;
    });
  });
}

/** Returns whether points lie in one plane with a normal of length 1. */
function isInPlane(points: readonly Vector[], normal: Vector): boolean {
  const [first = origin] = points;
  const isDirection = Math.abs(lengthOf(normal) - 1) < 1e-3;
  return isDirection && points.every((point) => Math.abs(productOf(between(first, point), normal)) <= toleranceMm);
}

function measure(kind: Annotation['kind'], points: readonly Vector[]): Omit<Geometry, 'scale'> {
  const [a = origin, b = origin, c = origin, d = origin] = points;
  switch (kind) {
    case 'length':
      return { length: lengthOf(between(a, b)) };
    case 'angle':
      return { angle: angleOf(between(b, a), between(b, c)) };
    case 'cobb':
      return { angle: angleOf(between(a, b), between(c, d)) };
    case 'rectangle':
      return { area: lengthOf(between(a, b)) * lengthOf(between(b, c)) };
    case 'ellipse':
      return { area: (Math.PI / 4) * lengthOf(between(a, b)) * lengthOf(between(c, d)) };
    default:
      return {};
  }
}

const origin: Vector = [0, 0, 0];
const between = (from: Vector, to: Vector): Vector => [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
const lengthOf = (vector: Vector): number => Math.hypot(...vector);
const productOf = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const crossOf = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];

function directionOf(vector: Vector): Vector {
  const length = lengthOf(vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** In degrees, 0 to 180. */
function angleOf(one: Vector, other: Vector): number {
  const product = productOf(one, other);
  const lengths = lengthOf(one) * lengthOf(other);
  if (lengths === 0) return 0;
  return (Math.acos(Math.max(-1, Math.min(1, product / lengths))) * 180) / Math.PI;
}
