import { type Annotation, annotation, type FieldIssue, issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { AnnotatedImages } from './image-facts.ts';
import { type Geometry, measureItem } from './measure-item.ts';

const tolerance = 0.005;
// Two decimals of a millimeter or degree, as a screen shows them.
const absoluteTolerance = 0.01;

/**
 * Measures all items again and returns them with their geometry. What an item measured itself stays, if it is within
 * 0.5 %. Throws `measurement_mismatch` with the items that differ, or that the exam's images do not have.
 */
export function checkMeasurements(items: readonly Annotation[], images: AnnotatedImages): Annotation[] {
  const errors: FieldIssue[] = [];
  const checked = items.map((item) => {
    const geometry = measureItem(item, images);
    // parsed for the order of the fields: the same content is the same text
    if (geometry !== null && isClose(item, geometry))
      return annotation.parse({ ...item, stats: { ...geometry, ...item.stats } });
    errors.push({ field: `items.${item.id}`, issue: issueCode('annotation_points') });
    return item;
  });
  if (errors.length > 0) throw new Fault('measurement_mismatch', { errors });
  return checked;
}

function isClose({ kind, stats }: Annotation, { length, angle, area }: Geometry): boolean {
  // the lines of a Cobb angle have no direction
  const angles = angle === undefined || kind !== 'cobb' ? [angle] : [angle, 180 - angle];
  return isNear(stats?.length, length) && angles.some((one) => isNear(stats?.angle, one)) && isNear(stats?.area, area);
}

/** A value that the kind does not have, or that was not measured, is not wrong. */
function isNear(stated: number | undefined, measured: number | undefined): boolean {
  if (stated === undefined || measured === undefined) return stated === undefined || measured !== undefined;
  return Math.abs(stated - measured) <= Math.max(absoluteTolerance, Math.abs(measured) * tolerance);
}
