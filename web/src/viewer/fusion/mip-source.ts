import { sliceAt } from '../mpr/plane-grid.ts';
import { dot, minus, plus, scale, type Vector3 } from '../mpr/vector.ts';
import type { SliceValues, Volume } from '../mpr/volume/volume.ts';
import { type MipTask, mipDirection, quantizedMax } from './mip.ts';

const maxColumns = 256; // more take longer to project than to see
const minUpright = 0.9; // cosine
const slicesPerTurn = 16;

/** Returns whether a volume's images lie across the body: only then a turn about their normal is one about the body. */
export const isAcrossBody = ({ geometry }: Volume): boolean => Math.abs(geometry.axes[2][2]) > minUpright;

/** Returns the highest value of a volume, at least 0. */
export function highestValue({ slices }: Volume): number {
  let max = 0;
  for (const slice of slices) for (const value of slice ?? []) if (value > max) max = value;
  return max;
}

/** Returns the images from head to feet, as many as there are steps between the first and the last. */
function slicesDown(volume: Volume): readonly (SliceValues | undefined)[] {
  const { positions, step, axes } = volume.geometry;
  const last = positions.at(-1) ?? 0;
  const count = Math.round(last / step) + 1;
  const isHeadLast = axes[2][2] > 0;
  return Array.from(
    { length: count },
    (_, row) => volume.slices[sliceAt(volume, isHeadLast ? last - row * step : row * step)],
  );
}

/** Returns a slice's highest values in squares of `factor` columns and rows, as parts of `max`. */
function quantize(slice: SliceValues | undefined, [columns, rows]: Vector3, factor: number, max: number): Uint16Array {
  const width = Math.ceil(columns / factor);
  const quantized = new Uint16Array(width * Math.ceil(rows / factor));
  if (!slice || max <= 0) return quantized;
  const toPart = quantizedMax / max;
  let at = 0;
  for (let row = 0; row < rows; row++) {
    const line = ((row / factor) | 0) * width;
    for (let column = 0; column < columns; column++) {
      const value = (slice[at++] ?? 0) * toPart + 0.5;
      const to = line + ((column / factor) | 0);
      if (value > (quantized[to] ?? 0)) quantized[to] = value;
    }
  }
  return quantized;
}

/** Prepares a volume for the worker, in turns of the event loop. */
export async function createMipTask(volume: Volume, max: number): Promise<MipTask> {
  const { dimensions, spacing, geometry } = volume;
  const factor = Math.ceil(Math.max(dimensions[0], dimensions[1]) / maxColumns);
  const slices: Uint16Array[] = [];
  for (const [index, slice] of slicesDown(volume).entries()) {
    if (index % slicesPerTurn === 0) await new Promise((resolve) => setTimeout(resolve));
    slices.push(quantize(slice, dimensions, factor, max));
  }
  const [across, down] = geometry.axes;
  const stepOf = (direction: Vector3, length: number) => [direction[0] * length, direction[1] * length] as const;
  return {
    columns: Math.ceil(dimensions[0] / factor),
    rows: Math.ceil(dimensions[1] / factor),
    slices,
    columnStep: stepOf(across, spacing[0] * factor),
    rowStep: stepOf(down, spacing[1] * factor),
  };
}

/** The middle of a volume's images, as the middle of a projection's width, and the depth of its first row. */
function frameOf(volume: Volume): { middle: Vector3; top: number; down: number } {
  const { geometry, dimensions, spacing, start } = volume;
  const { axes, origin, positions, step } = geometry;
  const isHeadLast = axes[2][2] > 0;
  const halfWay = (axis: 0 | 1) => start[axis] + ((dimensions[axis] - 1) * spacing[axis]) / 2;
  return {
    middle: plus(origin, plus(scale(axes[0], halfWay(0)), scale(axes[1], halfWay(1)))),
    top: isHeadLast ? (positions.at(-1) ?? 0) : 0,
    down: isHeadLast ? -step : step,
  };
}

/** Returns where a point of the patient is seen: columns from the middle of the width, and rows from the top edge. */
export function toMip(
  volume: Volume,
  { pitch }: { pitch: number },
  angle: number,
  point: Vector3,
): readonly [number, number] {
  const { middle, top, down } = frameOf(volume);
  const offset = minus(point, middle);
  const [left, back] = mipDirection(angle);
  const depth = dot(minus(point, volume.geometry.origin), volume.geometry.axes[2]);
  return [(offset[0] * left + offset[1] * back) / pitch, (depth - top) / down + 0.5];
}

/** Returns the place in the patient of the highest value that is seen at a column from the middle and a row. */
export function brightestAt(
  volume: Volume,
  { pitch }: { pitch: number },
  angle: number,
  [column, row]: readonly [number, number],
): Vector3 | undefined {
  const { dimensions, spacing, start, geometry, slices } = volume;
  const { middle, top, down } = frameOf(volume);
  const index = sliceAt(volume, top + Math.floor(row) * down);
  const slice = slices[index];
  if (!slice) return undefined;
  const [left, back] = mipDirection(angle);
  const { axes, origin, positions } = geometry;
  let [best, found]: [number, Vector3 | undefined] = [Number.NEGATIVE_INFINITY, undefined];
  for (let at = 0; at < slice.length; at++) {
    const value = slice[at] ?? 0;
    if (value <= best) continue;
    const [x, y] = [
      start[0] + (at % dimensions[0]) * spacing[0],
      start[1] + Math.floor(at / dimensions[0]) * spacing[1],
    ];
    const place = plus(origin, plus(plus(scale(axes[0], x), scale(axes[1], y)), scale(axes[2], positions[index] ?? 0)));
    const offset = minus(place, middle);
    if (Math.abs((offset[0] * left + offset[1] * back) / pitch - column) > 1) continue;
    [best, found] = [value, place];
  }
  return found;
}
