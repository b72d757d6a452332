import type { Frame } from '../../loading/frames.ts';
import { createVolume, type SliceValues, setSlice, type Volume } from './volume.ts';
import { createVolumeGeometry, type VolumeGeometry } from './volume-geometry.ts';

/** Made series and volumes for the tests of the planes. */

export const values = (vr: string, ...all: (number | string)[]) => ({ vr, Value: all });

type Change = (attributes: Frame['attributes'], index: number) => Frame['attributes'];

/** Images of 3 columns and 2 rows, 2 mm apart from head to feet. `change` modifies their attributes. */
export function createFrames(count: number, change: Change = (attributes) => attributes): Frame[] {
  return Array.from({ length: count }, (_, index): Frame => {
    const attributes = {
      '00280004': values('CS', 'MONOCHROME2'),
      '00280010': values('US', 2),
      '00280011': values('US', 3),
      '00280030': values('DS', 0.5, 0.25),
      '00280100': values('US', 16),
      '00280103': values('US', 1),
      '00200037': values('DS', 1, 0, 0, 0, 1, 0),
      '00200032': values('DS', -10, -20, 100 - 2 * index),
    };
    return { imageId: `frame:${index}`, instanceUid: `1.${index}`, number: 1, attributes: change(attributes, index) };
  });
}

/** Throws the fault of images that form no volume. */
export function createGeometry(frames: readonly Frame[]): VolumeGeometry {
  const geometry = createVolumeGeometry(frames);
  if (typeof geometry === 'string') throw new Error(geometry);
  return geometry;
}

/** A series of which each pixel's value is a function of its place in the patient, in millimeters. */
export interface Phantom {
  readonly columns: number;
  readonly rows: number;
  readonly spacing: readonly [number, number];
  readonly orientation: readonly number[];
  readonly positions: readonly (readonly [number, number, number])[];
  readonly valueAt: (x: number, y: number, z: number) => number;
}

/** Returns a loaded volume of a phantom, without rounding unless `type` rounds. */
export function createPhantomVolume(
  { columns, rows, spacing, orientation, positions, valueAt }: Phantom,
  type: Int16ArrayConstructor | Float32ArrayConstructor = Float32Array,
): Volume {
  const frames = createFrames(positions.length, (attributes, index) => ({
    ...attributes,
    '00280010': values('US', rows),
    '00280011': values('US', columns),
    '00280030': values('DS', spacing[0], spacing[1]),
    '00200037': values('DS', ...orientation),
    '00200032': values('DS', ...(positions[index] ?? [])),
  }));
  const volume = createVolume(createGeometry(frames), 1);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = orientation;
  for (const [index, frame] of volume.geometry.frames.entries()) {
    const [x = 0, y = 0, z = 0] = positions[Number(frame.instanceUid.slice(2))] ?? [];
    const slice: SliceValues = new type(columns * rows);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [across, down] = [column * spacing[1], row * spacing[0]];
        slice[row * columns + column] = Math.round(
          valueAt(x + across * a + down * d, y + across * b + down * e, z + across * c + down * f),
        );
      }
    setSlice(volume, index, { values: slice, columns, rows });
  }
  return volume;
}
