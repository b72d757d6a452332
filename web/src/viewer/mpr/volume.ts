import { numberOf } from '../dicom-json.ts';
import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/image-metadata.ts';
import type { Vector3, VolumeGeometry } from './volume-geometry.ts';

/** The values of a stack of images in one array: by column, then row, then image. */
export interface Volume {
  readonly values: Int16Array | Float32Array;
  readonly dimensions: Vector3;
  /** Millimeters between values. */
  readonly spacing: Vector3;
  /** Columns and rows of an image averaged to one value; 1 is full resolution. */
  readonly coarseness: number;
}

/** An image's values after rescale slope and intercept. */
export interface ImageValues {
  readonly values: ArrayLike<number>;
  readonly columns: number;
  readonly rows: number;
}

/** Returns whether all possible values of the image are signed 16-bit integers. */
function canFitInt16({ attributes }: Frame): boolean {
  const bits = numberOf(attributes, '00280101') ?? numberOf(attributes, '00280100') ?? 16;
  const isSigned = numberOf(attributes, '00280103') === 1;
  const slope = numberOf(attributes, '00281053') || 1;
  const intercept = numberOf(attributes, '00281052') ?? 0;
  if (!Number.isInteger(slope) || !Number.isInteger(intercept)) return false;
  const ends = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  return ends.every((end) => end * slope + intercept >= -32_768 && end * slope + intercept <= 32_767);
}

/** Creates an empty volume for a geometry, with the highest resolution that `maxBytes` allows. */
export function createVolume({ frames, dimensions, spacing }: VolumeGeometry, maxBytes: number): Volume {
  const isInt16 = frames.every(canFitInt16);
  const [columns, rows, imageCount] = dimensions;
  const sizeBy = (factor: number) => Math.ceil(columns / factor) * Math.ceil(rows / factor) * imageCount;
  let coarseness = 1;
  while (sizeBy(coarseness) * (isInt16 ? 2 : 4) > maxBytes && coarseness < Math.max(columns, rows)) coarseness += 1;
  const size = sizeBy(coarseness);
  return {
    values: isInt16 ? new Int16Array(size) : new Float32Array(size),
    dimensions: [Math.ceil(columns / coarseness), Math.ceil(rows / coarseness), imageCount],
    spacing: [spacing[0] * coarseness, spacing[1] * coarseness, spacing[2]],
    coarseness,
  };
}

/** Writes an image's values to a volume at `index`. A coarser volume gets averages. */
export function setImage({ values, dimensions, coarseness }: Volume, index: number, image: ImageValues): void {
  const [columns, rows] = dimensions;
  const from = index * columns * rows;
  if (coarseness === 1) {
    values.set(image.values, from);
    return;
  }
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[from + row * columns + column] = meanAt(image, column * coarseness, row * coarseness, coarseness);
}

function meanAt({ values, columns, rows }: ImageValues, column: number, row: number, factor: number): number {
  const [right, bottom] = [Math.min(columns, column + factor), Math.min(rows, row + factor)];
  let sum = 0;
  for (let y = row; y < bottom; y++) for (let x = column; x < right; x++) sum += values[y * columns + x] ?? 0;
  return sum / ((right - column) * (bottom - row));
}

/** Returns a window over the range of sampled values, if the file proposes none. */
export function windowOfVolume({ values }: Volume): Window {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < values.length; index += 17) {
    const value = values[index] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { width: Math.max(1, max - min), center: (max + min) / 2 };
}
