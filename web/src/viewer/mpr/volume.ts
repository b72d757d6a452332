import { numberOf } from '../dicom-json.ts';
import type { Frame } from '../loading/frames.ts';
import type { Window } from '../stack/picture-facts.ts';
import type { BlockOfFrames, Three } from './form-volume.ts';

/** The values of a block of pictures, one beside the other: columns first, then rows, then pictures. */
export interface Volume {
  readonly values: Int16Array | Float32Array;
  readonly counts: Three;
  /** Between values, millimetres. */
  readonly spacing: Three;
  /** So many columns, and so many rows, of the pictures became one; 1 where all are here. */
  readonly coarseness: number;
}

/** A picture's values as they are shown: after its rescale slope and intercept. */
export interface Picture {
  readonly values: ArrayLike<number>;
  readonly columns: number;
  readonly rows: number;
}

/** Whether all values that the picture may hold are whole numbers of 16 bits with a sign. */
function fitsShort({ facts }: Frame): boolean {
  const bits = numberOf(facts, '00280101') ?? numberOf(facts, '00280100') ?? 16;
  const isSigned = numberOf(facts, '00280103') === 1;
  const slope = numberOf(facts, '00281053') || 1;
  const intercept = numberOf(facts, '00281052') ?? 0;
  if (!Number.isInteger(slope) || !Number.isInteger(intercept)) return false;
  const ends = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  return ends.every((end) => end * slope + intercept >= -32_768 && end * slope + intercept <= 32_767);
}

/** An empty volume for a block, as fine as so many bytes allow. */
export function makeVolume({ frames, counts, spacing }: BlockOfFrames, mostBytes: number): Volume {
  const isShort = frames.every(fitsShort);
  const [columns, rows, pictures] = counts;
  const sizeBy = (by: number) => Math.ceil(columns / by) * Math.ceil(rows / by) * pictures;
  let coarseness = 1;
  while (sizeBy(coarseness) * (isShort ? 2 : 4) > mostBytes && coarseness < Math.max(columns, rows)) coarseness += 1;
  const size = sizeBy(coarseness);
  return {
    values: isShort ? new Int16Array(size) : new Float32Array(size),
    counts: [Math.ceil(columns / coarseness), Math.ceil(rows / coarseness), pictures],
    spacing: [spacing[0] * coarseness, spacing[1] * coarseness, spacing[2]],
    coarseness,
  };
}

/** Lays a picture at its place in a volume; where the volume is coarser, the mean of what becomes one. */
export function layPicture({ values, counts, coarseness }: Volume, place: number, picture: Picture): void {
  const [columns, rows] = counts;
  const from = place * columns * rows;
  if (coarseness === 1) {
    values.set(picture.values, from);
    return;
  }
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      values[from + row * columns + column] = meanAt(picture, column * coarseness, row * coarseness, coarseness);
}

function meanAt({ values, columns, rows }: Picture, column: number, row: number, by: number): number {
  const [right, bottom] = [Math.min(columns, column + by), Math.min(rows, row + by)];
  let sum = 0;
  for (let y = row; y < bottom; y++) for (let x = column; x < right; x++) sum += values[y * columns + x] ?? 0;
  return sum / ((right - column) * (bottom - row));
}

/** A window over all that some of the pictures hold, where the file proposes none. */
export function windowOver({ values }: Volume): Window {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < values.length; place += 17) {
    const value = values[place] ?? 0;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { width: Math.max(1, most - least), center: (most + least) / 2 };
}
