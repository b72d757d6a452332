import type { AnnotationScale } from '@medcloud/contract/shapes/annotations';
import { type DataSet, itemsOf, numberOf, numbersOf, textOf } from '@medcloud/dicom/json';
import type { Point2 } from './geometry.ts';

/** The size of an image's pixels and where it is known from. Both are 1 if it is not known: lengths are in pixels. */
export interface ImageScale {
  readonly across: number;
  readonly down: number;
  readonly source: AnnotationScale;
}

const inPixels: ImageScale = { across: 1, down: 1, source: 'pixels' };
const millimetersPerCentimeter = 10;
const centimeters = 3; // PS3.3 C.8.5.5.1.3

function spacingIn(attributes: DataSet, tag: string, source: AnnotationScale): ImageScale | undefined {
  const [down, across] = numbersOf(attributes, tag) ?? [];
  return down !== undefined && across !== undefined && down > 0 && across > 0 ? { across, down, source } : undefined;
}

/**
 * Returns the scale of an image without ultrasound regions. Equal spacings of pixels and detector were not calibrated,
 * so they are the detector's (PS3.3 10.7.1.3).
 */
function spacingOf(attributes: DataSet): ImageScale {
  const own = spacingIn(attributes, '00280030', 'patient');
  const detector = spacingIn(attributes, '00181164', 'detector') ?? spacingIn(attributes, '00182010', 'detector');
  const isUncalibrated = own?.across === detector?.across && own?.down === detector?.down;
  if (own && !(isUncalibrated && textOf(attributes, '00280A02') === undefined)) return own;
  return detector ?? own ?? inPixels;
}

/** Returns the index of the ultrasound region that contains a point, the last one if they overlap; -1 outside. */
function regionOf(regions: readonly DataSet[], [x, y]: Point2): number {
  return regions.findLastIndex((region) => {
    const [left = 0, top = 0] = [numberOf(region, '00186018'), numberOf(region, '0018601A')];
    const [right = 0, bottom = 0] = [numberOf(region, '0018601C'), numberOf(region, '0018601E')];
    return x >= left && x <= right + 1 && y >= top && y <= bottom + 1; // the last column and row belong to it
  });
}

/** Returns a region's scale: in millimeters if both its directions are lengths (PS3.3 C.8.5.5.1.3). */
function scaleOfRegion(region: DataSet | undefined): ImageScale {
  const isLength = ['00186024', '00186026'].every((tag) => region && numberOf(region, tag) === centimeters);
  const across = Math.abs((region && numberOf(region, '0018602C')) ?? 0) * millimetersPerCentimeter;
  const down = Math.abs((region && numberOf(region, '0018602E')) ?? 0) * millimetersPerCentimeter;
  return isLength && across > 0 && down > 0 ? { across, down, source: 'region' } : inPixels;
}

/**
 * Returns the scale for points of an image, in pixels of the image as stored. Undefined if the points are in different
 * ultrasound regions, which have no common scale.
 */
export function scaleOf(attributes: DataSet, points: readonly Point2[]): ImageScale | undefined {
  const regions = itemsOf(attributes, '00186011');
  if (regions.length === 0) return spacingOf(attributes);
  const [first = -1, ...others] = points.map((point) => regionOf(regions, point));
  if (others.some((region) => region !== first)) return undefined;
  return scaleOfRegion(regions[first]);
}
