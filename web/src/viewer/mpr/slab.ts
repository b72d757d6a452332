import { stepAlong } from './plane-grid.ts';
import type { Plane } from './planes.ts';
import type { Volume } from './volume/volume.ts';

/** How the values through a slab become one: the highest (MIP), the lowest (MinIP) or their average. */
export const blends = ['max', 'min', 'mean'] as const;
export type Blend = (typeof blends)[number];

/** The thickness of a plane. 0 shows single values. */
export interface Slab {
  readonly thicknessMm: number;
  readonly blend: Blend;
}

export const noSlab: Slab = { thicknessMm: 0, blend: 'max' };
/** The thicknesses to choose from, in millimeters. */
export const slabThicknesses = [0, 3, 5, 10, 20, 30] as const;
export const maxThicknessMm = 100;

/** The value of a pixel in a gap between images. A pixel outside the volume is NaN. */
export const missing = Number.NEGATIVE_INFINITY;

/** Returns the distances from the plane at which a slab has values: all within half its thickness. */
export function slabOffsets(volume: Volume, plane: Plane, { thicknessMm }: Slab): number[] {
  const step = stepAlong(volume, plane.normal);
  const half = Math.floor(thicknessMm / (2 * step) + 1e-6);
  return Array.from({ length: 2 * half + 1 }, (_, index) => (index - half) * step);
}
