import type { PlaneGrid } from '../mpr/plane-grid.ts';
import { toPatient, toVolume } from '../mpr/plane-item.ts';
import { type Plane, planeIn } from '../mpr/planes.ts';
import { sampleOblique } from '../mpr/sample-oblique.ts';
import { type Slab, slabOffsets } from '../mpr/slab.ts';
import type { Volume } from '../mpr/volume/volume.ts';
import type { VolumeGeometry } from '../mpr/volume/volume-geometry.ts';
import { sampleAlongAxes } from './sample-along-axes.ts';

/**
 * Returns a PET's values at the pixels of a plane of another volume of the same frame of reference: interpolated between
 * its eight nearest values, NaN outside, `missing` where images are missing. `plane` and `grid` are those of the other
 * volume. `buffer` is used again if it has the right size.
 */
export function samplePet(
  pet: Volume,
  image: VolumeGeometry,
  plane: Plane,
  grid: PlaneGrid,
  slab: Slab,
  buffer?: Float32Array,
): Float32Array {
  const length = grid.width * grid.height;
  const values = buffer?.length === length ? buffer : new Float32Array(length);
  const moved = planeIn(plane, image.axes, pet.geometry.axes);
  const first = toVolume(pet.geometry, toPatient(image, grid.first));
  const [shearX, shearY] = pet.geometry.shear;
  if (moved.axes && slab.thicknessMm === 0 && shearX === 0 && shearY === 0)
    sampleAlongAxes(pet, moved.axes, { ...grid, first }, values);
  else sampleOblique(pet, moved, { ...grid, first }, slabOffsets(pet, moved, slab), slab.blend, values);
  return values;
}
