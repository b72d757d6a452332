import { numberOf, textOf } from '@medcloud/dicom/json';
import { dot, type ImagePlane, imagePlaneOf, positionOf } from '../links/image-plane.ts';
import type { Frame } from '../loading/frames.ts';

/** The image of a pane on which overlays are drawn. */
export interface OverlayImage {
  readonly sop: string;
  readonly frame: number;
  readonly rows: number;
  readonly columns: number;
  readonly frameOfReference: string | undefined;
  /** Undefined if the file does not say where the image lies. */
  readonly plane: ImagePlane | undefined;
  /** Half the distance to the next image, in mm. */
  readonly halfStep: number;
  /** The instances of its series. */
  readonly seriesSops: ReadonlySet<string>;
}

interface SeriesFacts {
  readonly halfStep: number;
  readonly sops: ReadonlySet<string>;
}

const defaultHalfStep = 0.5;
const known = new WeakMap<readonly Frame[], SeriesFacts>();

/** Returns half the median distance of a series' images, else half their thickness, else half a millimeter. */
function halfStepOf(frames: readonly Frame[]): number {
  const first = frames[0] && imagePlaneOf(frames[0].attributes);
  const depths = frames.flatMap(({ attributes }) => {
    const position = first && positionOf(attributes);
    return position ? [dot(position, first.normal)] : [];
  });
  const distances = depths
    .toSorted((one, other) => one - other)
    .flatMap((depth, index, all) => (index > 0 ? [depth - (all[index - 1] ?? 0)] : []))
    .filter((distance) => distance > 0.01)
    .sort((one, other) => one - other);
  const thickness = numberOf(frames[0]?.attributes ?? {}, '00180050');
  const step = distances[Math.floor(distances.length / 2)] ?? thickness;
  return step !== undefined && step > 0 ? step / 2 : defaultHalfStep;
}

function factsOf(frames: readonly Frame[]): SeriesFacts {
  const cached = known.get(frames);
  if (cached) return cached;
  const facts = { halfStep: halfStepOf(frames), sops: new Set(frames.map(({ instanceUid }) => instanceUid)) };
  known.set(frames, facts);
  return facts;
}

/** Returns what overlays need to know of an image of a series. */
export function overlayImageOf(frames: readonly Frame[], index: number): OverlayImage | undefined {
  const frame = frames[index];
  if (!frame) return undefined;
  const { halfStep, sops } = factsOf(frames);
  return {
    sop: frame.instanceUid,
    frame: frame.number,
    rows: numberOf(frame.attributes, '00280010') ?? 0,
    columns: numberOf(frame.attributes, '00280011') ?? 0,
    frameOfReference: textOf(frame.attributes, '00200052'),
    plane: imagePlaneOf(frame.attributes),
    halfStep,
    seriesSops: sops,
  };
}

/** Returns whether an object may be drawn on an image: both are of one frame of reference, or one has none. */
export const isSameSpace = (frameOfReference: string | undefined, image: OverlayImage): boolean =>
  frameOfReference === undefined || image.frameOfReference === undefined || frameOfReference === image.frameOfReference;

/** A point of the patient by its column and row in an image, from the center of the first pixel; both may be fractions. */
export function toPixel(
  { position, across, down, width, height }: ImagePlane,
  { rows, columns }: Pick<OverlayImage, 'rows' | 'columns'>,
  [x, y, z]: readonly [number, number, number],
): readonly [number, number] {
  const from = [x - position[0], y - position[1], z - position[2]] as const;
  const column = dot(from, across) / (columns > 1 ? width / (columns - 1) : 1);
  const row = dot(from, down) / (rows > 1 ? height / (rows - 1) : 1);
  return [column, row];
}
