import type { Frame } from '../loading/frames.ts';
import type { OverlayItem, OverlayObject } from './exam-overlays.ts';
import { overlayImageOf } from './overlay-image.ts';
import { contoursOnImage } from './place-contours.ts';
import { framesOnImage } from './place-segments.ts';

/** Returns the instance and frame in the middle of those that an item was made from. */
export function sourceOf({ region, number }: OverlayItem, { segmentation }: OverlayObject): SourceImage | undefined {
  const sources = region
    ? region.contours.flatMap(({ sop }) => (sop === undefined ? [] : [{ sop, frame: undefined }]))
    : (segmentation?.frames ?? [])
        .filter(({ segment }) => segment === number)
        .flatMap((frame) => frame.sources[0] ?? []);
  return sources[Math.floor(sources.length / 2)];
}

/** The image of an item, and its frame from 1 if that is known. */
export interface SourceImage {
  readonly sop: string;
  readonly frame: number | undefined;
}

/** Returns the middle of a series' images that show an item; undefined if none does. */
export function findOverlayImage(
  item: OverlayItem,
  object: OverlayObject,
  frames: readonly Frame[],
): number | undefined {
  const found = frames.flatMap((_, index) => {
    const image = overlayImageOf(frames, index);
    if (!image) return [];
    const isShown = item.region
      ? contoursOnImage(item.region, image).length > 0
      : object.segmentation !== undefined &&
        framesOnImage(object.segmentation, image).some(({ segment }) => segment === item.number);
    return isShown ? [index] : [];
  });
  return found[Math.floor(found.length / 2)];
}
