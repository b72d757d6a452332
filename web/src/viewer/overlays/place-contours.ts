import type { Contour, Region } from '@medcloud/dicom/structure-set';
import { dot, subtract, type Vector } from '../links/image-plane.ts';
import { isSameSpace, type OverlayImage, toPixel } from './overlay-image.ts';

/** A contour in an image: columns and rows of its points, from the center of the first pixel. */
export interface PlacedContour {
  readonly kind: Contour['kind'];
  readonly points: readonly (readonly [number, number])[];
}

function pointsOf({ points }: Contour): Vector[] {
  return Array.from({ length: points.length / 3 }, (_, index) => [
    points[3 * index] ?? 0,
    points[3 * index + 1] ?? 0,
    points[3 * index + 2] ?? 0,
  ]);
}

/** Returns whether all points lie on the image, within half of the distance of two images. */
function isOnImage(contour: Contour, { plane, halfStep }: OverlayImage): boolean {
  return (
    plane !== undefined &&
    pointsOf(contour).every((point) => {
      const distance = dot(subtract(point, plane.position), plane.normal);
      return distance >= -halfStep && distance < halfStep;
    })
  );
}

/** Returns whether a contour belongs to an image: the one it was drawn on, or in another series the one at its place. */
export function belongsTo(contour: Contour, image: OverlayImage): boolean {
  if (contour.sop === image.sop) return true;
  if (contour.sop !== undefined && image.seriesSops.has(contour.sop)) return false;
  return image.frameOfReference !== undefined && isOnImage(contour, image);
}

/** Returns the contours of a region on an image; none in another frame of reference, or without a place. */
export function contoursOnImage({ contours, frameOfReference }: Region, image: OverlayImage): PlacedContour[] {
  const { plane } = image;
  if (!plane || frameOfReference === undefined || !isSameSpace(frameOfReference, image)) return [];
  return contours
    .filter((contour) => belongsTo(contour, image))
    .map((contour) => ({
      kind: contour.kind,
      points: pointsOf(contour).map((point) => toPixel(plane, image, point)),
    }));
}
