import { examOf } from '../loading/fetch-series.ts';
import type { ExamItem, KnownImage, KnownImages } from './known-images.ts';
import { drawItem, findAnnotation, itemPointsOf, kindOf, listAnnotations, removeMeasurement } from './measurements.ts';

function isDrawn(item: ExamItem, image: KnownImage): boolean {
  const annotation = findAnnotation(item.id);
  if (!annotation || (annotation.data.label ?? '') !== (item.label ?? '')) return false;
  return JSON.stringify(itemPointsOf(annotation, image)) === JSON.stringify(item.points);
}

/**
 * Makes what Cornerstone draws on an exam's images equal to its items. Other annotations go, but those in `unfinished`,
 * whose points are being set.
 */
export function drawItems(
  examId: string,
  items: readonly ExamItem[],
  images: KnownImages,
  unfinished: ReadonlySet<string>,
): void {
  const ids = new Set(items.map(({ id }) => id));
  for (const annotation of listAnnotations()) {
    const { annotationUID: id = '', metadata } = annotation;
    const isOfExam = metadata?.referencedImageId !== undefined && examOf(metadata.referencedImageId) === examId;
    if (isOfExam && kindOf(annotation) && !ids.has(id) && !unfinished.has(id)) removeMeasurement(id);
  }
  for (const item of items) {
    const image = images.of(item);
    if (image && !isDrawn(item, image)) drawItem({ ...item, label: item.label ?? '' }, image, item.isLayer);
  }
}
