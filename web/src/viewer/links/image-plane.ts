import { type DataSet, numberOf, numbersOf, textOf } from '@medcloud/dicom/json';
import { pixelSpacing } from '../stack/image-metadata.ts';
import type { PlaneName } from '../tool-names.ts';

/** A point or direction in the patient, in mm (PS3.3 C.7.6.2.1.1). */
export type Vector = readonly [number, number, number];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** Returns `a + b * factor`. */
export const addScaled = (a: Vector, b: Vector, factor: number): Vector => [
  a[0] + b[0] * factor,
  a[1] + b[1] * factor,
  a[2] + b[2] * factor,
];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function toVector(values: readonly number[] | undefined, from = 0): Vector | undefined {
  const [x, y, z] = values?.slice(from, from + 3) ?? [];
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

/** Returns the center of an image's first pixel: Image Position (0020,0032). */
export const positionOf = (attributes: DataSet): Vector | undefined => toVector(numbersOf(attributes, '00200032'));

/** Returns the unit normal of an image: the cross product of its row and column (0020,0037). */
export function normalOf(attributes: DataSet): Vector | undefined {
  const orientation = numbersOf(attributes, '00200037');
  const [row, column] = [toVector(orientation), toVector(orientation, 3)];
  const normal = row && column && cross(row, column);
  const length = normal ? Math.hypot(...normal) : 0;
  return normal && length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : undefined;
}

/** Returns the plane of the body that an image is nearest to. */
export function planeNameOf(attributes: DataSet): PlaneName | undefined {
  const normal = normalOf(attributes);
  if (!normal) return undefined;
  const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
  if (z >= x && z >= y) return 'axial';
  return y >= x ? 'coronal' : 'sagittal';
}

/** Where an image lies in the patient. */
export interface ImagePlane {
  readonly frameOfReference: string;
  readonly position: Vector;
  /** Directions of growing columns and rows, and the normal. */
  readonly across: Vector;
  readonly down: Vector;
  readonly normal: Vector;
  /** In mm. */
  readonly width: number;
  readonly height: number;
}

/** Returns where an image lies, or undefined if the file does not say it. */
export function imagePlaneOf(attributes: DataSet): ImagePlane | undefined {
  const orientation = numbersOf(attributes, '00200037');
  const [across, down] = [toVector(orientation), toVector(orientation, 3)];
  const [position, normal] = [positionOf(attributes), normalOf(attributes)];
  const [spacing, frameOfReference] = [pixelSpacing(attributes), textOf(attributes, '00200052')];
  const [rows, columns] = [numberOf(attributes, '00280010'), numberOf(attributes, '00280011')];
  if (!across || !down || !position || !normal || !spacing || !rows || !columns) return undefined;
  if (frameOfReference === undefined) return undefined;
  const [width, height] = [(columns - 1) * spacing[1], (rows - 1) * spacing[0]];
  return { frameOfReference, position, across, down, normal, width, height };
}
