import { numberOf } from '@medcloud/dicom/json';
import type { Frame } from '../../loading/frames.ts';
import type { Window } from '../../stack/image-metadata.ts';
import type { Vector3 } from '../vector.ts';
import type { VolumeGeometry } from './volume-geometry.ts';

/** An image's values, by column, then row: the array that the decoder returned. */
export type SliceValues = Int16Array | Uint16Array | Float32Array;

/** The values of a stack of images: one array an image. */
export interface Volume {
  readonly geometry: VolumeGeometry;
  /** Undefined until an image is loaded. */
  readonly slices: (SliceValues | undefined)[];
  /** By image: the loaded one nearest to it, which takes its place until it is loaded. -1 while there is none. */
  readonly nearest: Int32Array;
  /** Of the values, so fewer columns and rows than the images have if it is coarser. */
  readonly dimensions: Vector3;
  /** Millimeters between values. The third is the usual distance of two images. */
  readonly spacing: Vector3;
  /** The first value's place along columns and rows: in the middle of the pixels whose average it is. */
  readonly start: readonly [number, number];
  /** Columns and rows of an image averaged to one value; 1 is full resolution. */
  readonly coarseness: number;
}

/** An image's values after rescale slope and intercept. */
export interface ImageValues {
  readonly values: ArrayLike<number>;
  readonly columns: number;
  readonly rows: number;
}

/** Returns whether all possible values of the image are 16-bit integers, signed or not. */
function canFit16Bits({ attributes }: Frame): boolean {
  const bits = numberOf(attributes, '00280101') ?? numberOf(attributes, '00280100') ?? 16;
  const isSigned = numberOf(attributes, '00280103') === 1;
  const slope = numberOf(attributes, '00281053') || 1;
  const intercept = numberOf(attributes, '00281052') ?? 0;
  if (!Number.isInteger(slope) || !Number.isInteger(intercept)) return false;
  const ends = (isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]).map(
    (end) => end * slope + intercept,
  );
  const [min, max] = [Math.min(...ends), Math.max(...ends)];
  return (min >= -32_768 && max <= 32_767) || (min >= 0 && max <= 65_535);
}

/** Returns how many columns and rows must be averaged for the whole volume to stay within `maxBytes`. */
export function coarsenessFor({ frames, dimensions }: VolumeGeometry, maxBytes: number): number {
  const bytesPerValue = frames.every(canFit16Bits) ? 2 : 4;
  const [columns, rows, count] = dimensions;
  const bytesBy = (factor: number) => Math.ceil(columns / factor) * Math.ceil(rows / factor) * count * bytesPerValue;
  let coarseness = 1;
  while (bytesBy(coarseness) > maxBytes && coarseness < Math.max(columns, rows)) coarseness += 1;
  return coarseness;
}

/** Creates an empty volume for a geometry. */
export function createVolume(geometry: VolumeGeometry, coarseness: number): Volume {
  const [columns, rows, count] = geometry.dimensions;
  const [columnStep, rowStep, step] = geometry.spacing;
  return {
    geometry,
    slices: Array.from({ length: count }, () => undefined),
    nearest: new Int32Array(count).fill(-1),
    dimensions: [Math.ceil(columns / coarseness), Math.ceil(rows / coarseness), count],
    spacing: [columnStep * coarseness, rowStep * coarseness, step],
    start: [((coarseness - 1) / 2) * columnStep, ((coarseness - 1) / 2) * rowStep],
    coarseness,
  };
}

/** Returns whether the array can be a slice as it is. The others of the decoder hold few values: 8 bits, or none. */
const isSlice = (values: ArrayLike<number>): values is SliceValues =>
  values instanceof Int16Array || values instanceof Uint16Array || values instanceof Float32Array;

/**
 * Adds an image to a volume. At full resolution the image's array is adopted, not copied; a coarser volume gets
 * averages. Throws a RangeError if the browser has no memory for them, or the image has another size.
 */
export function setSlice(volume: Volume, index: number, image: ImageValues): void {
  const { geometry, coarseness, slices } = volume;
  const [columns, rows] = geometry.dimensions;
  // an array whose buffer was released has no length
  if (image.columns !== columns || image.rows !== rows || image.values.length !== columns * rows)
    throw new Error('An image of the volume has another size');
  const values = isSlice(image.values) ? image.values : toSlice(image.values);
  slices[index] = coarseness === 1 ? values : averagesOf(values, geometry.dimensions, coarseness);
  updateNearest(volume, index);
}

function toSlice(values: ArrayLike<number>): SliceValues {
  return values instanceof Uint8Array || values instanceof Int8Array
    ? Int16Array.from(values)
    : Float32Array.from(values);
}

/** Lets a loaded image take the place of all that are not loaded and nearer to it than to another loaded one. */
function updateNearest({ nearest }: Volume, index: number): void {
  const isNearer = (at: number) => {
    const known = nearest[at] ?? -1;
    return known < 0 || Math.abs(known - at) > Math.abs(index - at);
  };
  nearest[index] = index;
  for (let at = index - 1; at >= 0 && isNearer(at); at--) nearest[at] = index;
  for (let at = index + 1; at < nearest.length && isNearer(at); at++) nearest[at] = index;
}

function emptyLike(values: SliceValues, length: number): SliceValues {
  if (values instanceof Int16Array) return new Int16Array(length);
  return values instanceof Uint16Array ? new Uint16Array(length) : new Float32Array(length);
}

/** Returns the averages of squares of `factor` columns and rows. Those at the edges may be smaller. */
function averagesOf(values: SliceValues, [columns, rows]: Vector3, factor: number): SliceValues {
  const [width, height] = [Math.ceil(columns / factor), Math.ceil(rows / factor)];
  const averages = emptyLike(values, width * height);
  const isInteger = !(values instanceof Float32Array);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [right, bottom] = [Math.min(columns, (x + 1) * factor), Math.min(rows, (y + 1) * factor)];
      let sum = 0;
      for (let row = y * factor; row < bottom; row++)
        for (let column = x * factor; column < right; column++) sum += values[row * columns + column] ?? 0;
      const mean = sum / ((right - x * factor) * (bottom - y * factor));
      averages[y * width + x] = isInteger ? Math.round(mean) : mean;
    }
  return averages;
}

/**
 * Returns the volume with half the columns and rows, and empties the given one image by image, so both together need
 * little more memory than before.
 */
export function halveVolume(volume: Volume): Volume {
  const half = createVolume(volume.geometry, volume.coarseness * 2);
  for (const [index, slice] of volume.slices.entries()) {
    if (!slice) continue;
    half.slices[index] = averagesOf(slice, volume.dimensions, 2);
    volume.slices[index] = undefined;
    updateNearest(half, index);
  }
  return half;
}

/** Returns a window over the range of sampled values, if the file proposes none. */
export function windowOfVolume({ slices }: Volume): Window {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const slice of slices)
    for (let index = 0; index < (slice?.length ?? 0); index += 17) {
      const value = slice?.[index] ?? 0;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  if (min > max) return { width: 1, center: 0 };
  return { width: Math.max(1, max - min), center: (max + min) / 2 };
}
