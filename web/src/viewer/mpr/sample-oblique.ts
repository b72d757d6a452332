import type { PlaneGrid } from './plane-grid.ts';
import type { Plane } from './planes.ts';
import { type Blend, missing } from './slab.ts';
import { scale } from './vector.ts';
import type { SliceValues, Volume } from './volume/volume.ts';

const bins = 4; // of the table, per step

/** Finds the image at or before a depth: the table has the one for each quarter of a step. */
function createSliceTable({ geometry: { positions, step } }: Volume): Int32Array {
  const depth = positions.at(-1) ?? 0;
  const table = new Int32Array(Math.ceil((depth / step) * bins) + 2);
  let slice = 0;
  for (let bin = 0; bin < table.length; bin++) {
    while (slice < positions.length - 1 && (positions[slice + 1] ?? 0) <= (bin * step) / bins) slice += 1;
    table[bin] = slice;
  }
  return table;
}

/** Returns a function that gives the value at a point, in millimeters: interpolated, NaN outside, or `missing`. */
function createSampler(volume: Volume): (x: number, y: number, z: number) => number {
  const { geometry, slices, nearest, dimensions, spacing, start } = volume;
  const { positions, gaps, step, shear } = geometry;
  const [columns, rows, count] = dimensions;
  const [spacingX, spacingY] = spacing;
  const [startX, startY] = start;
  const [shearX, shearY] = shear;
  const table = createSliceTable(volume);
  const depths = Float64Array.from(positions);
  const last = depths[count - 1] ?? 0;
  const half = step / 2;

  // Called for each pixel of a slab: no arrays are created, and numbers are truncated by `| 0`.
  /** Interpolates between the four values of an image around a point. */
  function valueIn(index: number, x: number, y: number): number {
    const slice: SliceValues | undefined = slices[nearest[index] ?? -1];
    if (slice === undefined) return Number.NaN;
    const position = depths[index] ?? 0;
    let column = (x - startX - shearX * position) / spacingX;
    let row = (y - startY - shearY * position) / spacingY;
    if (!(column >= -0.5 && column <= columns - 0.5 && row >= -0.5 && row <= rows - 0.5)) return Number.NaN;
    if (column < 0) column = 0;
    else if (column > columns - 1) column = columns - 1;
    if (row < 0) row = 0;
    else if (row > rows - 1) row = rows - 1;
    const left = column | 0;
    const top = row | 0;
    const across = column - left;
    const at = top * columns + left;
    const right = left < columns - 1 ? at + 1 : at;
    const below = top < rows - 1 ? columns : 0;
    const upper = (slice[at] ?? 0) * (1 - across) + (slice[right] ?? 0) * across;
    const lower = (slice[at + below] ?? 0) * (1 - across) + (slice[right + below] ?? 0) * across;
    return upper + (lower - upper) * (row - top);
  }

  return (x, y, z) => {
    if (!(z >= -half && z <= last + half)) return Number.NaN;
    const depth = z < 0 ? 0 : z > last ? last : z;
    let index = table[((depth / step) * bins) | 0] ?? 0;
    while (index < count - 1 && (depths[index + 1] ?? 0) <= depth) index += 1;
    const before = depths[index] ?? 0;
    if (index === count - 1 || depth === before) return valueIn(index, x, y);
    const after = depths[index + 1] ?? last;
    // an image stands for half a step on either side of it, and never for a missing one
    if (gaps[index] === true) {
      if (depth - before <= half) return valueIn(index, x, y);
      return after - depth <= half ? valueIn(index + 1, x, y) : missing;
    }
    const value = valueIn(index, x, y);
    return value + (valueIn(index + 1, x, y) - value) * ((depth - before) / (after - before));
  };
}

/** Fills `values` with a plane that lies anyhow in a volume, interpolated between its eight nearest values. */
export function sampleOblique(
  volume: Volume,
  plane: Plane,
  { width, height, first, steps }: PlaneGrid,
  offsets: readonly number[],
  blend: Blend,
  values: Float32Array,
): void {
  const sample = createSampler(volume);
  const [acrossX, acrossY, acrossZ] = scale(plane.across, steps[0]);
  const [downX, downY, downZ] = scale(plane.down, steps[1]);
  const [normalX, normalY, normalZ] = plane.normal;
  const layers = Float64Array.from(offsets);
  let pixel = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const x = first[0] + column * acrossX + row * downX;
      const y = first[1] + column * acrossY + row * downY;
      const z = first[2] + column * acrossZ + row * downZ;
      let blended = Number.NaN;
      let count = 0;
      let hasGap = false;
      for (let layer = 0; layer < layers.length; layer++) {
        const offset = layers[layer] ?? 0;
        const value = sample(x + offset * normalX, y + offset * normalY, z + offset * normalZ);
        if (value === missing) hasGap = true;
        else if (!Number.isNaN(value)) {
          if (count === 0) blended = value;
          else if (blend === 'mean') blended += value;
          else if (blend === 'max' ? value > blended : value < blended) blended = value;
          count += 1;
        }
      }
      values[pixel++] = count > 0 ? (blend === 'mean' ? blended / count : blended) : hasGap ? missing : Number.NaN;
    }
}
