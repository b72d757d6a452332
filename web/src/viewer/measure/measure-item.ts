import type { AnnotationKind, AnnotationStats } from '@medcloud/contract/shapes/annotations';
import { type DataSet, textOf } from '@medcloud/dicom/json';
import {
  angleOf,
  areaOf,
  cobbAngleOf,
  distanceOf,
  type PixelGrid,
  type Point2,
  scalePoints,
  statisticsOf,
  valueAt,
} from './geometry.ts';
import { scaleOf } from './image-scale.ts';

/** UCUM's code of the Hounsfield unit. */
export const hounsfield = "[hnsf'U]";
const petUnits: Record<string, string> = { BQML: 'Bq/mL', GML: 'g/mL', CNTS: '{counts}', CPS: '{counts}/s' };

/** Returns the unit of an image's values after the rescale, in UCUM where it has one, else as the file says. */
export function valueUnitOf(attributes: DataSet): string | undefined {
  const modality = textOf(attributes, '00080060');
  const petUnit = textOf(attributes, '00541001');
  if (modality === 'PT' && petUnit !== undefined) return petUnits[petUnit] ?? petUnit;
  const rescaleType = textOf(attributes, '00281054');
  if (rescaleType === 'HU' || (rescaleType === undefined && modality === 'CT')) return hounsfield;
  return rescaleType === 'US' ? undefined : rescaleType; // PS3.3 C.11.1.1.2: US is unspecified
}

/** An image to measure on. Points are pixels of the image as stored. */
export interface MeasuredImage {
  readonly attributes: DataSet;
  /** Undefined if its values are colors or not loaded. */
  readonly pixels: PixelGrid | undefined;
}

function measureValues(kind: AnnotationKind, points: readonly Point2[], { attributes, pixels }: MeasuredImage) {
  const [first] = points;
  if (!pixels || !first) return {};
  const unit = valueUnitOf(attributes);
  const ofUnit = unit === undefined ? {} : { unit };
  if (kind === 'probe') {
    const mean = valueAt(pixels, first);
    return mean === undefined ? {} : { mean, ...ofUnit };
  }
  const statistics = kind === 'rectangle' || kind === 'ellipse' ? statisticsOf(kind, points, pixels) : undefined;
  if (!statistics) return {};
  const { mean, sd, min, max } = statistics;
  return { mean, sd, min, max, ...ofUnit };
}

function measureGeometry(kind: AnnotationKind, points: readonly Point2[]) {
  const [first = [0, 0], second = [0, 0]] = points;
  if (kind === 'length') return { length: distanceOf(first, second) };
  if (kind === 'angle') return { angle: angleOf(points) };
  if (kind === 'cobb') return { angle: cobbAngleOf(points) };
  return kind === 'rectangle' || kind === 'ellipse' ? { area: areaOf(kind, points) } : {};
}

/**
 * Measures an item on an image: its length, angle or area, and the values of its pixels. Undefined for items without
 * values, and if the points are in different ultrasound regions.
 */
export function measureItem(
  kind: AnnotationKind,
  points: readonly Point2[],
  image: MeasuredImage,
): AnnotationStats | undefined {
  if (kind === 'arrow' || kind === 'text' || kind === 'key-image') return undefined;
  const scale = scaleOf(image.attributes, points);
  if (!scale) return undefined;
  const { across, down, source } = scale;
  return {
    scale: source,
    ...measureGeometry(kind, scalePoints(points, across, down)),
    ...measureValues(kind, points, image),
  };
}
