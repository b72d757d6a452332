import type { MeasurementKind } from '../tool-names.ts';

/**
 * Lengths, angles, areas and values of measurements, for panes and planes. Pure: points in, numbers out.
 *
 * Points of an image are in pixels with the first pixel's corner at 0, 0, as in SCOORD (PS3.3 C.18.6). Points of a plane
 * are in millimeters in the frame of reference.
 */
export type Point2 = readonly [number, number];
export type Point3 = readonly [number, number, number];
export type Point = Point2 | Point3;

/** Kinds whose values are those of the pixels in an area. */
export type AreaKind = Extract<MeasurementKind, 'rectangle' | 'ellipse'>;

/** The values of the pixels in an area. The deviation is that of all pixels, not of a sample. */
export interface Statistics {
  readonly mean: number;
  readonly sd: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Gray values of an image or a plane, row by row. */
export interface PixelGrid {
  readonly values: ArrayLike<number>;
  readonly columns: number;
  readonly rows: number;
}

const at = (points: readonly Point[], index: number): Point => points[index] ?? [0, 0, 0];
const subtract = (to: Point, from: Point): Point3 => [to[0] - from[0], to[1] - from[1], (to[2] ?? 0) - (from[2] ?? 0)];
const dot = (one: Point3, other: Point3): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const negate = ([x, y, z]: Point3): Point3 => [-x, -y, -z];
const middle = (one: Point, other: Point): Point3 => [
  (one[0] + other[0]) / 2,
  (one[1] + other[1]) / 2,
  ((one[2] ?? 0) + (other[2] ?? 0)) / 2,
];

/** Multiplies an image's points by the size of its pixels, for lengths in the size's unit. */
export function scalePoints(points: readonly Point2[], across: number, down: number): Point2[] {
  return points.map(([x, y]) => [x * across, y * down]);
}

/** Returns the distance of two points, in their unit. */
export function distanceOf(from: Point, to: Point): number {
  return Math.hypot(...subtract(to, from));
}

/** Returns the angle between two directions in degrees, 0 to 180; 0 if one has no length. */
function angleBetween(one: Point3, other: Point3): number {
  const cross = Math.hypot(
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  );
  return (Math.atan2(cross, dot(one, other)) * 180) / Math.PI; // the arc cosine is inexact for small angles
}

/** Returns the angle at the second of three points in degrees, 0 to 180. */
export function angleOf(points: readonly Point[]): number {
  const vertex = at(points, 1);
  return angleBetween(subtract(at(points, 0), vertex), subtract(at(points, 2), vertex));
}

/**
 * Returns the Cobb angle of two lines in degrees, whichever ends were set first. Both lines count as pointing to the
 * same side of the line through their middles, so a curve of more than 90 degrees keeps its angle.
 */
export function cobbAngleOf(points: readonly Point[]): number {
  const [a, b, c, d] = [at(points, 0), at(points, 1), at(points, 2), at(points, 3)];
  const axis = subtract(middle(c, d), middle(a, b));
  const [first, second] = [subtract(b, a), subtract(d, c)];
  const length = dot(axis, axis);
  if (length === 0) return Math.min(angleBetween(first, second), 180 - angleBetween(first, second));
  const across = (line: Point3): Point3 => {
    const along = dot(line, axis) / length;
    return [line[0] - axis[0] * along, line[1] - axis[1] * along, line[2] - axis[2] * along];
  };
  return angleBetween(first, dot(across(first), across(second)) < 0 ? negate(second) : second);
}

/** Returns the area of a rectangle of four corners in order around it, or of an ellipse by the ends of both axes. */
export function areaOf(kind: AreaKind, points: readonly Point[]): number {
  const [a, b, c, d] = [at(points, 0), at(points, 1), at(points, 2), at(points, 3)];
  if (kind === 'rectangle') return distanceOf(a, b) * distanceOf(b, c);
  return (Math.PI / 4) * distanceOf(a, b) * distanceOf(c, d);
}

/** Returns whether a point is within a rectangle or an ellipse, given as for `areaOf`. */
function createContains(kind: AreaKind, points: readonly Point2[]): (x: number, y: number) => boolean {
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = points;
  const [from, across, down] =
    kind === 'rectangle' ? [a, subtract(b, a), subtract(d, a)] : [middle(a, b), subtract(b, a), subtract(d, c)];
  const [acrossLength, downLength] = [dot(across, across) || 1, dot(down, down) || 1];
  return (x, y) => {
    const offset: Point3 = [x - from[0], y - from[1], 0];
    const [u, v] = [dot(offset, across) / acrossLength, dot(offset, down) / downLength];
    return kind === 'rectangle' ? u >= 0 && u <= 1 && v >= 0 && v <= 1 : u * u + v * v <= 0.25;
  };
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));

/** Returns the index of the pixel that contains a point, or undefined outside the image. */
function pixelAt({ columns, rows }: PixelGrid, [x, y]: Point2): number | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return column >= 0 && column < columns && row >= 0 && row < rows ? row * columns + column : undefined;
}

/** Returns the value of the pixel that contains a point, or undefined outside the image. */
export function valueAt(grid: PixelGrid, point: Point2): number | undefined {
  const index = pixelAt(grid, point);
  return index === undefined ? undefined : grid.values[index];
}

/**
 * Returns the values of the pixels whose centers are in an area, of which the points are pixels of the grid. An area
 * smaller than a pixel has the value of the pixel that contains its middle. Undefined outside the image.
 */
export function statisticsOf(kind: AreaKind, points: readonly Point2[], grid: PixelGrid): Statistics | undefined {
  const { values, columns, rows } = grid;
  const isInside = createContains(kind, points);
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  let [count, mean, squares] = [0, 0, 0];
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = clamp(Math.floor(top), rows); row < clamp(Math.ceil(bottom), rows); row++) {
    for (let column = clamp(Math.floor(left), columns); column < clamp(Math.ceil(right), columns); column++) {
      if (!isInside(column + 0.5, row + 0.5)) continue;
      const value = values[row * columns + column] ?? 0;
      count++;
      const difference = value - mean;
      mean += difference / count;
      squares += difference * (value - mean); // Welford: the sum of squared values would lose digits
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  if (count > 0) return { mean, sd: Math.sqrt(squares / count), min, max, count };
  const value = valueAt(grid, [(left + right) / 2, (top + bottom) / 2]);
  return value === undefined ? undefined : { mean: value, sd: 0, min: value, max: value, count: 1 };
}
