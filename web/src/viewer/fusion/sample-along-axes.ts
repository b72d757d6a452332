import type { PlaneGrid } from '../mpr/plane-grid.ts';
import type { Axis, PlaneAxes } from '../mpr/planes.ts';
import { missing } from '../mpr/slab.ts';
import type { Volume } from '../mpr/volume/volume.ts';

/** Places along an axis of a volume: the values before and after each, and the part of the second one. */
interface AxisPlaces {
  /** `outside` or `inGap` instead of an index where there is no value. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly part: Float32Array;
}

const outside = -1;
const inGap = -2;

/** Finds the images around a depth, as they are shown elsewhere: none is interpolated over a gap. */
function imagesAround({ geometry: { positions, gaps, step } }: Volume, depth: number) {
  const last = positions.at(-1) ?? 0;
  const half = step / 2;
  if (!(depth >= -half && depth <= last + half)) return { low: outside, high: outside, part: 0 };
  const after = positions.findIndex((position) => position > depth);
  if (after <= 0) {
    const end = after === 0 ? 0 : positions.length - 1;
    return { low: end, high: end, part: 0 };
  }
  const [from, to] = [positions[after - 1] ?? 0, positions[after] ?? 0];
  if (gaps[after - 1] !== true) return { low: after - 1, high: after, part: (depth - from) / (to - from) };
  const nearest = depth - from <= half ? after - 1 : to - depth <= half ? after : inGap;
  return { low: nearest, high: nearest, part: 0 };
}

/** Finds the columns or rows around a place. The outer ones reach half a step further. */
function pixelsAround({ start, spacing, dimensions }: Volume, axis: 0 | 1, place: number) {
  const index = (place - start[axis]) / spacing[axis];
  const last = dimensions[axis] - 1;
  if (!(index >= -0.5 && index <= last + 0.5)) return { low: outside, high: outside, part: 0 };
  const within = Math.max(0, Math.min(last, index));
  const low = Math.floor(within);
  return { low, high: Math.min(last, low + 1), part: within - low };
}

function placesAlong(volume: Volume, axis: Axis, first: number, step: number, count: number): AxisPlaces {
  const [low, high, part] = [new Int32Array(count), new Int32Array(count), new Float32Array(count)];
  for (let at = 0; at < count; at++) {
    const place = first + at * step;
    const around = axis === 2 ? imagesAround(volume, place) : pixelsAround(volume, axis, place);
    [low[at], high[at], part[at]] = [around.low, around.high, around.part];
  }
  return { low, high, part };
}

/** Returns the values of a volume in a plane along its axes, interpolated between the two layers around it. */
function layerOf(volume: Volume, { across, down, through }: PlaneAxes, low: number, high: number, part: number) {
  const { slices, nearest, dimensions } = volume;
  const strides = [1, dimensions[0], 0] as const;
  const [width, height] = [dimensions[across.axis], dimensions[down.axis]];
  const [strideAcross, strideDown] = [strides[across.axis], strides[down.axis]];
  const valueAt = (column: number, row: number, layer: number) => {
    const image = across.axis === 2 ? column : down.axis === 2 ? row : layer;
    const slice = slices[nearest[image] ?? -1];
    return slice?.[column * strideAcross + row * strideDown + layer * strides[through]] ?? Number.NaN;
  };
  const values = new Float32Array(width * height);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) {
      const value = valueAt(column, row, low);
      values[at] = part === 0 ? value : value + (valueAt(column, row, high) - value) * part;
    }
  return values;
}

/** Interpolates between two rows of a layer, which begin at `upper` and `lower`. */
function blendRows(layer: Float32Array, line: Float32Array, upper: number, lower: number, part: number): void {
  for (let column = 0; column < line.length; column++) {
    const value = layer[upper + column] ?? 0;
    line[column] = value + ((layer[lower + column] ?? 0) - value) * part;
  }
}

const valueOutside = (index: number) => (index === inGap ? missing : Number.NaN);

/**
 * Fills `values` with a plane along the axes of a volume, at any depth and with pixels of any size: interpolated between
 * the eight nearest values, as `sampleOblique` does. First between two layers, then between rows, then between columns,
 * which takes a fifth of the time.
 */
export function sampleAlongAxes(
  volume: Volume,
  axes: PlaneAxes,
  { width, height, first, steps }: PlaneGrid,
  values: Float32Array,
): void {
  const { across, down, through } = axes;
  const depth = placesAlong(volume, through, first[through], 0, 1);
  const [low = outside, high = outside, part = 0] = [depth.low[0], depth.high[0], depth.part[0]];
  if (low < 0) return void values.fill(valueOutside(low));
  const layer = layerOf(volume, axes, low, high, part);
  const layerWidth = volume.dimensions[across.axis];
  const columns = placesAlong(volume, across.axis, first[across.axis], steps[0] * (across.isReversed ? -1 : 1), width);
  const rows = placesAlong(volume, down.axis, first[down.axis], steps[1] * (down.isReversed ? -1 : 1), height);
  const line = new Float32Array(layerWidth);
  for (let row = 0, pixel = 0; row < height; row++) {
    const above = rows.low[row] ?? outside;
    if (above >= 0)
      blendRows(layer, line, above * layerWidth, (rows.high[row] ?? above) * layerWidth, rows.part[row] ?? 0);
    for (let column = 0; column < width; column++, pixel++) {
      const left = columns.low[column] ?? outside;
      if (above < 0 || left < 0) {
        values[pixel] = above === outside || left === outside ? Number.NaN : missing;
        continue;
      }
      const value = line[left] ?? 0;
      values[pixel] = value + ((line[columns.high[column] ?? left] ?? 0) - value) * (columns.part[column] ?? 0);
    }
  }
}
