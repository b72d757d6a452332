import type { PlaneGrid } from './plane-grid.ts';
import type { Plane } from './planes.ts';
import { type Blend, missing } from './slab.ts';
import { plus, scale, type Vector3 } from './vector.ts';
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
export function createSampler(volume: Volume): (x: number, y: number, z: number) => number {
  const { geometry, slices, nearest, dimensions, spacing, start } = volume;
  const { positions, gaps, step, shear } = geometry;
  const [columns, rows, count] = dimensions;
  const table = createSliceTable(volume);
  const last = positions.at(-1) ?? 0;
  const half = step / 2;

  /** Interpolates between the four values of an image around a point. */
  function valueIn(index: number, x: number, y: number): number {
    const slice: SliceValues | undefined = slices[nearest[index] ?? -1];
    if (!slice) return Number.NaN;
    const position = positions[index] ?? 0;
    const column = (x - start[0] - shear[0] * position) / spacing[0];
    const row = (y - start[1] - shear[1] * position) / spacing[1];
    if (!(column >= -0.5 && column <= columns - 0.5 && row >= -0.5 && row <= rows - 0.5)) return Number.NaN;
    const [left, top] = [Math.max(0, Math.min(columns - 1, column)), Math.max(0, Math.min(rows - 1, row))];
    const [c, r] = [left | 0, top | 0];
    const [across, down] = [left - c, top - r];
    const at = r * columns + c;
    const right = c < columns - 1 ? at + 1 : at;
    const below = r < rows - 1 ? columns : 0;
    const upper = (slice[at] ?? 0) * (1 - across) + (slice[right] ?? 0) * across;
    if (down === 0) return upper;
    const lower = (slice[at + below] ?? 0) * (1 - across) + (slice[right + below] ?? 0) * across;
    return upper * (1 - down) + lower * down;
  }

  return (x, y, z) => {
    if (!(z >= -half && z <= last + half)) return Number.NaN;
    const depth = z < 0 ? 0 : z > last ? last : z;
    let index = table[((depth / step) * bins) | 0] ?? 0;
    while (index < count - 1 && (positions[index + 1] ?? 0) <= depth) index += 1;
    const [before, after] = [positions[index] ?? 0, positions[index + 1] ?? last];
    if (index === count - 1 || depth === before) return valueIn(index, x, y);
    // an image stands for half a step on either side of it, and never for a missing one
    if (gaps[index]) {
      if (depth - before <= half) return valueIn(index, x, y);
      return after - depth <= half ? valueIn(index + 1, x, y) : missing;
    }
    const part = (depth - before) / (after - before);
    return valueIn(index, x, y) * (1 - part) + valueIn(index + 1, x, y) * part;
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
  const [across, down] = [scale(plane.across, steps[0]), scale(plane.down, steps[1])];
  const starts = offsets.map((offset) => plus(first, scale(plane.normal, offset)));
  const valueAt = (point: Vector3, column: number, row: number) =>
    sample(
      point[0] + column * across[0] + row * down[0],
      point[1] + column * across[1] + row * down[1],
      point[2] + column * across[2] + row * down[2],
    );
  let pixel = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let [blended, count, hasGap] = [Number.NaN, 0, false];
      for (const point of starts) {
        const value = valueAt(point, column, row);
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
