import { encodeFile } from '../encode-object.ts';
import {
  type AnnotatedStudy,
  commonElements,
  type EncodedObject,
  evidenceOf,
  formatInstant,
  type ObjectIdentity,
  type ReferencedImage,
} from './annotated-study.ts';
import { contextItems, imageItem, rootElements, textItem } from './content-items.ts';

const keyObjectSelection = '1.2.840.10008.5.1.4.1.1.88.59';

/** A key image; `frame` counts from 1. */
export interface KeyImage {
  readonly image: ReferencedImage;
  readonly frame: number;
}

/** Encodes key images as a Key Object Selection "Of Interest" (PS3.3 A.35.4, PS3.16 TID 2010). */
export function encodeKeyObjects(
  study: AnnotatedStudy,
  identity: ObjectIdentity,
  keyImages: readonly KeyImage[],
): EncodedObject {
  const { date, time } = formatInstant(study.savedAt);
  const images = [...new Map(keyImages.map(({ image }) => [image.sop, image])).values()];
  const labels = { sopClass: keyObjectSelection, modality: 'KO', seriesNumber: 9_003, label: study.title };
  const bytes = encodeFile([
    ...commonElements(study, identity, labels),
    [0x00080023, 'DA', date],
    [0x00080033, 'TM', time],
    [0x00081111, 'SQ', []],
    evidenceOf(study, images),
    ...rootElements(['113000', 'DCM', 'Of Interest'], '2010', [
      ...contextItems(study),
      textItem('CONTAINS', ['113012', 'DCM', 'Key Object Description'], study.title),
      ...keyImages.map(({ image, frame }) => imageItem('CONTAINS', image, frame)),
    ]),
  ]);
  return { sopClass: keyObjectSelection, bytes };
}
