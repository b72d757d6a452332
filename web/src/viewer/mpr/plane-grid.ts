import type { Plane } from './planes.ts';
import { dot, plus, scale, type Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';

/** The points of a plane whose values are shown, in millimeters along the volume's axes. */
export interface PlaneGrid {
  readonly width: number;
  readonly height: number;
  /** Center of the first pixel. */
  readonly first: Vector3;
  /** Millimeters between columns and between rows. */
  readonly steps: readonly [number, number];
  /** Left and upper edge of the first pixel, along the plane's directions. */
  readonly edges: readonly [number, number];
}

const maxOblique = 1_000_000; // pixels

/** Returns the lowest and highest corner of the values' box: centers, or edges with `margin` 0.5. */
function boxOf({ geometry: { shear, positions }, dimensions, spacing, start }: Volume, margin = 0) {
  const depth = positions.at(-1) ?? 0;
  const range = (axis: 0 | 1) => {
    const aside = shear[axis] * depth;
    const [from, to] = [start[axis], start[axis] + (dimensions[axis] - 1) * spacing[axis]];
    return [Math.min(from, from + aside) - margin * spacing[axis], Math.max(to, to + aside) + margin * spacing[axis]];
  };
  return [range(0), range(1), [-margin * spacing[2], depth + margin * spacing[2]]] as const;
}

/** Returns the point in the middle of a volume. */
export function middleOf(volume: Volume): Vector3 {
  const [x, y, z] = boxOf(volume).map(([from = 0, to = 0]) => (from + to) / 2);
  return [x ?? 0, y ?? 0, z ?? 0];
}

/** Returns the nearest point that has a value. */
export function clampToVolume(volume: Volume, point: Vector3): Vector3 {
  const [x, y, z] = boxOf(volume).map(([from = 0, to = 0], axis) => Math.max(from, Math.min(to, point[axis] ?? 0)));
  return [x ?? 0, y ?? 0, z ?? 0];
}

/** Returns how far a volume reaches along a direction, from edge to edge. */
export function rangeAlong(volume: Volume, direction: Vector3, margin = 0.5): readonly [number, number] {
  let [min, max] = [0, 0];
  for (const [axis, [from = 0, to = 0]] of boxOf(volume, margin).entries()) {
    const part = direction[axis] ?? 0;
    min += Math.min(part * from, part * to);
    max += Math.max(part * from, part * to);
  }
  return [min, max];
}

/** Returns the distance of neighboring values along a direction. */
export const stepAlong = ({ spacing }: Volume, direction: Vector3): number =>
  direction.reduce((sum, part, axis) => sum + Math.abs(part) * (spacing[axis] ?? 0), 0);

/** Returns the pixels of a plane through `point`. `reduction` 2 gives half the columns and rows. */
export function gridOf(volume: Volume, plane: Plane, point: Vector3, reduction = 1): PlaneGrid {
  const [acrossRange, downRange] = [rangeAlong(volume, plane.across), rangeAlong(volume, plane.down)];
  const [lengthX, lengthY] = [acrossRange[1] - acrossRange[0], downRange[1] - downRange[0]];
  const finest = Math.max(Math.min(...volume.spacing), Math.sqrt((lengthX * lengthY) / maxOblique));
  const stepOf = (direction: Vector3) => (plane.axes ? stepAlong(volume, direction) : finest) * reduction;
  const [stepX, stepY] = [stepOf(plane.across), stepOf(plane.down)];
  const corner = plus(
    scale(plane.across, acrossRange[0] + stepX / (2 * reduction)),
    scale(plane.down, downRange[0] + stepY / (2 * reduction)),
  );
  return {
    width: Math.max(1, Math.ceil(lengthX / stepX - 1e-6)),
    height: Math.max(1, Math.ceil(lengthY / stepY - 1e-6)),
    first: plus(corner, scale(plane.normal, dot(point, plane.normal))),
    steps: [stepX, stepY],
    edges: [acrossRange[0] - (stepX - stepX / reduction) / 2, downRange[0] - (stepY - stepY / reduction) / 2],
  };
}

/** The places that a plane can be scrolled to. */
export interface PlaneSteps {
  readonly index: number;
  readonly count: number;
}

/** Returns the image nearest to a depth along the third axis. */
export function sliceAt({ geometry: { positions } }: Volume, depth: number): number {
  let nearest = 0;
  for (const [index, position] of positions.entries())
    if (Math.abs(position - depth) < Math.abs((positions[nearest] ?? 0) - depth)) nearest = index;
  return nearest;
}

/** Returns where a plane through `point` stands among its places: along the third axis these are the images. */
export function stepsOf(volume: Volume, plane: Plane, point: Vector3): PlaneSteps {
  if (plane.axes?.through === 2) return { index: sliceAt(volume, point[2]), count: volume.dimensions[2] };
  const [from, to] = rangeAlong(volume, plane.normal, 0);
  const step = stepAlong(volume, plane.normal);
  const count = Math.floor((to - from) / step + 1e-6) + 1;
  return { index: Math.max(0, Math.min(count - 1, Math.round((dot(point, plane.normal) - from) / step))), count };
}

/** Moves a point along a plane's normal to one of its places. */
export function pointAtStep(volume: Volume, plane: Plane, point: Vector3, index: number): Vector3 {
  const { count } = stepsOf(volume, plane, point);
  const at = Math.max(0, Math.min(count - 1, index));
  const target =
    plane.axes?.through === 2
      ? (volume.geometry.positions[at] ?? 0)
      : rangeAlong(volume, plane.normal, 0)[0] + at * stepAlong(volume, plane.normal);
  return plus(point, scale(plane.normal, target - dot(point, plane.normal)));
}

/** Returns the nearest point with a value of its own. */
export function snapToValue(volume: Volume, point: Vector3): Vector3 {
  const { spacing, start, geometry } = volume;
  const snap = (axis: 0 | 1) => start[axis] + Math.round((point[axis] - start[axis]) / spacing[axis]) * spacing[axis];
  return clampToVolume(volume, [snap(0), snap(1), geometry.positions[sliceAt(volume, point[2])] ?? 0]);
}
