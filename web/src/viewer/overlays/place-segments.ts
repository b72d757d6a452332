import type { FramePlane, Segmentation, SegmentationFrame } from '@medcloud/dicom/segmentation';
import { addScaled, dot, subtract, type Vector } from '../links/image-plane.ts';
import { isSameSpace, type OverlayImage } from './overlay-image.ts';

// Frames that are turned against the image by more are those of another orientation.
const minCosine = Math.cos((1 * Math.PI) / 180);

const vectorOf = (values: readonly number[], from = 0): Vector => [
  values[from] ?? 0,
  values[from + 1] ?? 0,
  values[from + 2] ?? 0,
];

/** Returns whether a frame lies on the image, within half of the distance of two images. */
function isOnImage({ position, orientation }: FramePlane, { plane, halfStep }: OverlayImage): boolean {
  if (!plane) return false;
  const isParallel = [dot(vectorOf(orientation), plane.normal), dot(vectorOf(orientation, 3), plane.normal)].every(
    (cosine) => Math.abs(cosine) < Math.sqrt(1 - minCosine ** 2),
  );
  const distance = dot(subtract(vectorOf(position), plane.position), plane.normal);
  // the half at the far side belongs to the next image
  return isParallel && distance >= -halfStep && distance < halfStep;
}

/** Returns whether a frame belongs to an image: by the images it was made from, else by its position. */
function belongsTo({ sources, plane }: SegmentationFrame, segmentation: Segmentation, image: OverlayImage): boolean {
  if (sources.some(({ sop, frame }) => sop === image.sop && (frame === undefined || frame === image.frame)))
    return plane !== undefined || (segmentation.rows === image.rows && segmentation.columns === image.columns);
  if (sources.some(({ sop }) => image.seriesSops.has(sop))) return false;
  const isPlaced = segmentation.frameOfReference !== undefined && image.frameOfReference !== undefined;
  return isPlaced && plane !== undefined && isOnImage(plane, image);
}

/** Returns the frames of a segmentation that belong to an image; none in another frame of reference. */
export function framesOnImage(segmentation: Segmentation, image: OverlayImage): SegmentationFrame[] {
  if (!isSameSpace(segmentation.frameOfReference, image)) return [];
  return segmentation.frames.filter((frame) => belongsTo(frame, segmentation, image));
}

/**
 * Returns three corners of a frame in the patient: of its first pixel, and those where its first row and first column
 * end. Undefined if its place is the image's, pixel by pixel.
 */
export function cornersOf(
  { plane }: SegmentationFrame,
  { rows, columns }: Segmentation,
): readonly [Vector, Vector, Vector] | undefined {
  if (!plane) return undefined;
  const [betweenRows = 1, betweenColumns = 1] = plane.spacing;
  const [across, down] = [vectorOf(plane.orientation), vectorOf(plane.orientation, 3)];
  const half = addScaled(addScaled(vectorOf(plane.position), across, -betweenColumns / 2), down, -betweenRows / 2);
  return [half, addScaled(half, across, columns * betweenColumns), addScaled(half, down, rows * betweenRows)];
}
