import { gridOf, type PlaneGrid } from './plane-grid.ts';
import type { Plane } from './planes.ts';
import { sampleAligned } from './sample-aligned.ts';
import { sampleOblique } from './sample-oblique.ts';
import { type Slab, slabOffsets } from './slab.ts';
import type { Vector3 } from './vector.ts';
import type { Volume } from './volume/volume.ts';

/** A plane's values, row by row. NaN outside the volume, `missing` where images are missing. */
export interface PlaneSamples {
  readonly grid: PlaneGrid;
  readonly values: Float32Array;
}

/** Returns whether all values of the plane are values of the volume, without interpolation. */
export function isOnValues({ geometry: { isEven, shear } }: Volume, plane: Plane): boolean {
  const isUpright = shear[0] === 0 && shear[1] === 0;
  return plane.axes !== undefined && isUpright && (isEven || plane.axes.through === 2);
}

/**
 * Returns the values of a plane through `point`, blended over the slab. `reduction` 2 gives a quarter of the pixels.
 * `buffer` is used again if it has the right size.
 */
export function samplePlane(
  volume: Volume,
  plane: Plane,
  point: Vector3,
  slab: Slab,
  { reduction = 1, buffer }: { reduction?: number; buffer?: Float32Array | undefined } = {},
): PlaneSamples {
  const grid = gridOf(volume, plane, point, reduction);
  const length = grid.width * grid.height;
  const values = buffer?.length === length ? buffer : new Float32Array(length);
  if (plane.axes && isOnValues(volume, plane) && (volume.geometry.isEven || slab.thicknessMm === 0))
    sampleAligned({ volume, plane, axes: plane.axes, depth: point[plane.axes.through], slab, reduction, grid, values });
  else sampleOblique(volume, plane, grid, slabOffsets(volume, plane, slab), slab.blend, values);
  return { grid, values };
}
