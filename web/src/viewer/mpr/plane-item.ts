import {
  angleOf,
  areaOf,
  distanceOf,
  type Point2,
  type Statistics,
  statisticsOf,
  valueAt,
} from '../measure/geometry.ts';
import type { PlaneMeasurementKind } from '../tool-names.ts';
import { type PlaneGrid, rangeAlong } from './plane-grid.ts';
import type { PetValues, PlaneOverlay } from './plane-overlay.ts';
import type { Plane } from './planes.ts';
import { samplePlane } from './sample-plane.ts';
import type { Slab } from './slab.ts';
import { along, dot, minus, plus, scale, type Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';
import type { VolumeGeometry } from './volume/volume-geometry.ts';

/** A measurement on a plane. Points and directions are patient coordinates, in millimeters. */
export interface PlaneItem {
  readonly id: string;
  readonly kind: PlaneMeasurementKind;
  /** The points that can be dragged: of a rectangle and an ellipse two opposite corners. */
  readonly handles: readonly Vector3[];
  /** The plane's directions: rectangles and ellipses lie along them. */
  readonly across: Vector3;
  readonly down: Vector3;
  readonly normal: Vector3;
  readonly slab: Slab;
  readonly values: PlaneValues;
  readonly label?: string | undefined;
  /** Of another author's set: read-only. */
  readonly isLayer?: boolean;
}

/** The value of a measurement. */
export interface Figure {
  readonly value: number;
  /** `mm`, `°`, `HU`, or empty. */
  readonly unit: string;
}

/** What was measured. */
export interface PlaneValues {
  /** A length, an angle, or the mean of values. Undefined outside the volume. */
  readonly figure: Figure | undefined;
  readonly areaMm2: number | undefined;
  readonly statistics: Statistics | undefined;
  /** The values are averages of a coarser volume. */
  readonly isApproximate: boolean;
  /** Of the PET over the volume. */
  readonly pet: PetValues | undefined;
}

export const handleCounts: Record<PlaneMeasurementKind, number> = {
  length: 2,
  angle: 3,
  rectangle: 2,
  ellipse: 2,
  probe: 1,
};

export const toPatient = ({ origin, axes }: VolumeGeometry, point: Vector3): Vector3 =>
  plus(origin, along(point, axes));

export function toVolume({ origin, axes }: VolumeGeometry, point: Vector3): Vector3 {
  const offset = minus(point, origin);
  return [dot(offset, axes[0]), dot(offset, axes[1]), dot(offset, axes[2])];
}

/**
 * Returns an item's points as they are drawn and saved: the four corners of a rectangle in order around it, the ends of
 * both axes of an ellipse, otherwise the handles.
 */
export function pointsOf({ kind, handles, across, down }: Pick<PlaneItem, 'kind' | 'handles' | 'across' | 'down'>) {
  const [from, to] = handles;
  if (!from || !to || (kind !== 'rectangle' && kind !== 'ellipse')) return handles;
  const diagonal = minus(to, from);
  const [width, height] = [scale(across, dot(diagonal, across)), scale(down, dot(diagonal, down))];
  if (kind === 'rectangle') return [from, plus(from, width), plus(plus(from, width), height), plus(from, height)];
  const [halfWidth, halfHeight] = [scale(width, 0.5), scale(height, 0.5)];
  return [
    plus(from, halfHeight),
    plus(plus(from, width), halfHeight),
    plus(from, halfWidth),
    plus(plus(from, height), halfWidth),
  ];
}

const volumeAxes: readonly Vector3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns whether points in patient coordinates are in the volume, edges included. */
export function isInVolume(volume: Volume, points: readonly Vector3[]): boolean {
  return points.every((point) => {
    const inVolume = toVolume(volume.geometry, point);
    return volumeAxes.every((axis) => {
      const [from, to] = rangeAlong(volume, axis);
      return dot(inVolume, axis) >= from - 1e-6 && dot(inVolume, axis) <= to + 1e-6;
    });
  });
}

/** Returns a point as a pixel of a plane's grid, with the first pixel's corner at 0, 0. */
function toGrid({ edges, steps }: PlaneGrid, plane: Plane, point: Vector3): Point2 {
  return [(dot(point, plane.across) - edges[0]) / steps[0], (dot(point, plane.down) - edges[1]) / steps[1]];
}

function scaleStatistics({ mean, sd, min, max, count }: Statistics, factor: number): Statistics {
  return { mean: mean * factor, sd: sd * factor, min: min * factor, max: max * factor, count };
}

/** Measures on a plane of a volume, and of a PET over it. The points are patient coordinates. */
export function measureOnPlane(
  volume: Volume,
  plane: Plane,
  slab: Slab,
  kind: PlaneMeasurementKind,
  points: readonly Vector3[],
  overlay?: PlaneOverlay,
): PlaneValues {
  const { geometry, coarseness } = volume;
  const { unit, factor } = geometry.valueScale;
  const [first, second] = points;
  const none = { areaMm2: undefined, statistics: undefined, isApproximate: false, pet: undefined };
  if (!first) return { ...none, figure: undefined };
  if (kind === 'length') return { ...none, figure: second && { value: distanceOf(first, second), unit: 'mm' } };
  if (kind === 'angle') return { ...none, figure: { value: angleOf(points), unit: '°' } };
  const inVolume = points.map((point) => toVolume(geometry, point));
  const { grid, values } = samplePlane(volume, plane, inVolume[0] ?? [0, 0, 0], slab);
  const pixels = { values, columns: grid.width, rows: grid.height };
  const onGrid = inVolume.map((point) => toGrid(grid, plane, point));
  const statistics = kind === 'probe' ? undefined : statisticsOf(kind, onGrid, pixels);
  const value = kind === 'probe' ? valueAt(pixels, onGrid[0] ?? [0, 0]) : statistics?.mean;
  // an area that reaches out of the volume or over missing images has no mean
  const isInside = onGrid.every(([x, y]) => x >= 0 && y >= 0 && x <= grid.width && y <= grid.height);
  const isKnown = isInside && value !== undefined && Number.isFinite(value);
  return {
    figure: isKnown ? { value: value * factor, unit } : undefined,
    areaMm2: kind === 'probe' ? undefined : areaOf(kind, points),
    statistics: isKnown && statistics ? scaleStatistics(statistics, factor) : undefined,
    isApproximate: coarseness > 1,
    pet: overlay?.measure(volume, plane, slab, kind, points),
  };
}

/** Returns whether an item lies in a plane through `point`, in volume coordinates: in its slab, or nearest to it. */
export function isOnPlane(
  item: PlaneItem,
  { geometry, spacing }: Volume,
  plane: Plane,
  point: Vector3,
  { thicknessMm }: Slab,
): boolean {
  const normal = along(plane.normal, geometry.axes);
  if (Math.abs(dot(normal, item.normal)) < 1 - 1e-6) return false;
  const [first] = item.handles;
  const step = plane.normal.reduce((sum, part, axis) => sum + Math.abs(part) * (spacing[axis] ?? 0), 0);
  const distance = first ? Math.abs(dot(minus(first, toPatient(geometry, point)), normal)) : 0;
  return distance <= Math.max(step, thicknessMm) / 2 + 1e-6;
}
