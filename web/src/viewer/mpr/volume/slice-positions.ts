import type { Vector3 } from '../vector.ts';

/** The places of parallel images along their common normal, in millimeters. */
export interface SlicePositions {
  /** The usual distance of two neighbors: the median. */
  readonly step: number;
  /** Of each image along the normal, from the first one. */
  readonly positions: readonly number[];
  /** All distances are equal, but for rounding in the file. */
  readonly isEven: boolean;
  /** How far the images move along their columns and rows per millimeter along the normal: a tilted gantry does. */
  readonly shear: readonly [number, number];
  /** By image: whether images are missing between it and the next one. */
  readonly gaps: readonly boolean[];
  /** How many images are missing in all. */
  readonly missingCount: number;
}

/** An image's first pixel along columns, rows and normal, and its thickness. */
interface SlicePlace {
  readonly point: Vector3;
  readonly thickness: number | undefined;
}

const tolerances = { aside: 0.05, offset: 0.25 }; // of a step
const maxTilt = Math.tan((45 * Math.PI) / 180);
const maxGap = 1.5; // steps: beyond, values would be invented

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Returns how images sorted along their normal follow each other, or why they form no volume. */
export function slicePositionsOf(places: readonly SlicePlace[]): SlicePositions | 'few' | 'tilted' | 'spacing' {
  const last = places.at(-1);
  if (!last) return 'few';
  const depths = places.map(({ point }) => point[2]);
  const distances = depths.slice(1).map((depth, index) => depth - (depths[index] ?? 0));
  const step = medianOf(distances);
  if (!(step > 0) || distances.some((distance) => distance < step * tolerances.aside)) return 'spacing';
  const shear = shearOf(places, last.point, step);
  if (typeof shear === 'string') return shear;
  const mean = last.point[2] / distances.length;
  const isEven = depths.every((depth, index) => Math.abs(depth - index * mean) <= mean * tolerances.offset);
  if (isEven) {
    const positions = depths.map((_, index) => index * mean);
    return { step: mean, positions, isEven, shear, gaps: distances.map(() => false), missingCount: 0 };
  }
  return withGaps(places, { step, positions: depths, isEven, shear }, distances);
}

/** Returns the common move aside per millimeter, or a fault if the images do not lie on one line. */
function shearOf(places: readonly SlicePlace[], [x, y, depth]: Vector3, step: number) {
  const tilt: readonly [number, number] = [x / depth, y / depth];
  const isTilted = Math.hypot(...tilt) > tolerances.aside;
  if (Math.hypot(...tilt) > maxTilt) return 'tilted';
  const shear = isTilted ? tilt : ([0, 0] as const);
  // what is too small to be called tilted is left as it is
  const isOnLine = places.every(
    ({ point }) => Math.hypot(point[0] - tilt[0] * point[2], point[1] - tilt[1] * point[2]) <= step * tolerances.offset,
  );
  return isOnLine ? shear : 'spacing';
}

/** Thicker images may be further apart: only a distance beyond step and thickness is a gap. */
function withGaps(
  places: readonly SlicePlace[],
  rest: Omit<SlicePositions, 'gaps' | 'missingCount'>,
  distances: readonly number[],
): SlicePositions | 'spacing' {
  const expected = distances.map((_, index) =>
    Math.max(rest.step, places[index]?.thickness ?? 0, places[index + 1]?.thickness ?? 0),
  );
  const gaps = distances.map((distance, index) => distance > maxGap * (expected[index] ?? rest.step));
  const missing = distances.reduce((sum, distance, index) => sum + (gaps[index] ? distance : 0), 0);
  if (missing > distances.reduce((sum, distance) => sum + distance, 0) / 2) return 'spacing';
  const missingCount = distances.reduce(
    (sum, distance, index) => sum + (gaps[index] ? Math.round(distance / (expected[index] ?? rest.step)) - 1 : 0),
    0,
  );
  return { ...rest, gaps, missingCount };
}
