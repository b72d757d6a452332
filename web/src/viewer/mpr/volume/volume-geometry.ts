import { numberOf, numbersOf, textOf } from '@medcloud/dicom/json';
import type { Frame } from '../../loading/frames.ts';
import { hasOrientation, imagePlaneModule, pixelSpacing } from '../../stack/image-metadata.ts';
import { type ValueScale, valueScaleOf } from '../value-scale.ts';
import { cross, dot, minus, type Vector3 } from '../vector.ts';
import { type SlicePositions, slicePositionsOf } from './slice-positions.ts';

/** Why the images of a series form no volume. */
export type VolumeFault = 'few' | 'color' | 'unplaced' | 'sizes' | 'orientation' | 'tilted' | 'spacing';

/**
 * A stack of parallel images. Axes are columns, rows, images; lengths are millimeters. Points of the volume are
 * millimeters along the three axes from the center of the first image's first pixel.
 */
export interface VolumeGeometry extends SlicePositions {
  /** Sorted along the third axis. */
  readonly frames: readonly Frame[];
  readonly dimensions: Vector3;
  /** The third is the usual distance of two images. */
  readonly spacing: Vector3;
  /** Direction of each axis in patient coordinates. */
  readonly axes: readonly [Vector3, Vector3, Vector3];
  /** The first image's first pixel in patient coordinates. */
  readonly origin: Vector3;
  readonly frameOfReference: string | undefined;
  readonly valueScale: ValueScale;
}

const minFrames = 8; // fewer images are too far apart: values between them would be invented
const maxRotation = 0.001;

interface PlacedFrame {
  readonly frame: Frame;
  readonly across: Vector3;
  readonly down: Vector3;
  readonly position: Vector3;
}

function placeFrame(frame: Frame): PlacedFrame | undefined {
  const isKnown = hasOrientation(frame.attributes) && numbersOf(frame.attributes, '00200032')?.length === 3;
  if (!isKnown || pixelSpacing(frame.attributes) === undefined) return undefined;
  const { rowCosines, columnCosines, imagePositionPatient } = imagePlaneModule(frame.attributes);
  const [x = 0, y = 0, z = 0] = imagePositionPatient;
  return { frame, across: rowCosines, down: columnCosines, position: [x, y, z] };
}

const isGrayscale = ({ attributes }: Frame) =>
  (textOf(attributes, '00280004') ?? 'MONOCHROME2').startsWith('MONOCHROME');

/** Returns what all images must share: their size and pixel spacing. */
function sizeOf({ attributes }: Frame): string {
  const [row = 0, column = 0] = pixelSpacing(attributes) ?? [];
  return [numberOf(attributes, '00280010'), numberOf(attributes, '00280011'), row.toFixed(3), column.toFixed(3)].join(
    ' ',
  );
}

/** Returns whether two images are parallel and not rotated against each other. */
const isParallel = (one: PlacedFrame, other: PlacedFrame) =>
  [...minus(one.across, other.across), ...minus(one.down, other.down)].every((part) => Math.abs(part) <= maxRotation);

/** Returns the volume geometry of a series' images, or why they form none. */
export function createVolumeGeometry(frames: readonly Frame[]): VolumeGeometry | VolumeFault {
  const [first] = frames;
  if (!first || frames.length < minFrames) return 'few';
  if (!frames.every(isGrayscale)) return 'color';
  const positions = frames.map(placeFrame);
  const placed = positions.filter((one) => one !== undefined);
  const [head] = placed;
  if (!head || placed.length < frames.length) return 'unplaced';
  if (frames.some((frame) => sizeOf(frame) !== sizeOf(first))) return 'sizes';
  if (!placed.every((one) => isParallel(one, head))) return 'orientation';
  return geometryOf(placed, head);
}

/** Returns the normal in the direction of the images' list, so each image keeps its number. */
function directionOfList(placed: readonly PlacedFrame[], normal: Vector3): Vector3 {
  const [first, last] = [placed[0]?.position ?? normal, placed.at(-1)?.position ?? normal];
  return dot(minus(last, first), normal) < 0 ? minus([0, 0, 0], normal) : normal;
}

function geometryOf(
  placed: readonly PlacedFrame[],
  { across, down, frame }: PlacedFrame,
): VolumeGeometry | VolumeFault {
  const normal = directionOfList(placed, cross(across, down));
  const sorted = placed.toSorted((one, other) => dot(one.position, normal) - dot(other.position, normal));
  const origin = sorted[0]?.position ?? [0, 0, 0];
  const slices = slicePositionsOf(
    sorted.map(({ position, frame: { attributes } }) => {
      const offset = minus(position, origin);
      return {
        point: [dot(offset, across), dot(offset, down), dot(offset, normal)],
        thickness: numberOf(attributes, '00180050'),
      };
    }),
  );
  if (typeof slices === 'string') return slices;
  const [rowStep = 1, columnStep = 1] = pixelSpacing(frame.attributes) ?? [];
  return {
    ...slices,
    frames: sorted.map((one) => one.frame),
    dimensions: [
      numberOf(frame.attributes, '00280011') ?? 0,
      numberOf(frame.attributes, '00280010') ?? 0,
      sorted.length,
    ],
    spacing: [columnStep, rowStep, slices.step],
    axes: [across, down, normal],
    origin,
    frameOfReference: textOf(frame.attributes, '00200052'),
    valueScale: valueScaleOf(sorted.map((one) => one.frame)),
  };
}
