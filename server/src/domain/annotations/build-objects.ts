import { createHmac } from 'node:crypto';
import type { Annotation } from '@medcloud/contract';
import {
  type AnnotatedStudy,
  type DrawnFrame,
  type EncodedObject,
  encodeKeyObjects,
  encodeMeasurements,
  encodePresentation,
  type ObjectIdentity,
  type Presentation,
} from '@medcloud/dicom';
import type { SetKey } from './encrypted-content.ts';
import type { AnnotatedImages, ImageFacts } from './image-facts.ts';
import { toGraphic, toMeasurement, toReferencedImage } from './object-items.ts';

export type ObjectKind = 'sr' | 'pr' | 'ko';

/** A DICOM object of one version of a set. */
export interface AnnotationObject {
  readonly kind: ObjectKind;
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sop: string;
  readonly sopClass: string;
  readonly bytes: Uint8Array;
}

/** Who saved a version, and when. */
export interface VersionFacts extends Omit<AnnotatedStudy, 'studyUid' | 'header'> {
  /** The objects of the version before. */
  readonly predecessors: readonly Omit<AnnotationObject, 'bytes' | 'seriesUid'>[];
}

/**
 * Encodes a version as DICOM: for each study a report of its measurements, a presentation state for each way in which
 * its gray images were shown, and its key images. Color images are in no presentation state: theirs needs a color
 * profile.
 */
export function buildObjects(
  key: SetKey,
  version: VersionFacts,
  items: readonly Annotation[],
  images: AnnotatedImages,
): AnnotationObject[] {
  const byStudy = Map.groupBy(items, (item) => imageOf(item, images).studyUid);
  return [...byStudy].flatMap(([studyUid, ofStudy]) => {
    const header = images.headers.get(studyUid);
    if (header === undefined) return [];
    const study = { ...version, studyUid, header };
    return [
      ...buildReport(key, study, ofStudy, images),
      ...buildPresentations(key, study, ofStudy, images),
      ...buildKeyObjects(key, study, ofStudy, images),
    ];
  });
}

type Study = AnnotatedStudy & Pick<VersionFacts, 'predecessors'>;

/** The item's image; for a plane an image of its series. */
function imageOf({ on }: Annotation, { images, series }: AnnotatedImages): ImageFacts {
  const image = 'image' in on ? images.get(on.image.sop) : series.get(on.plane.series)?.[0];
  if (image === undefined) throw new Error('An item is on an image that was not read.');
  return image;
}

/** UIDs that nobody else can compute, and the same for the same version: 128 bits under 2.25 (PS3.5 B.2). */
function uidOf({ id, key }: SetKey, ...parts: readonly (string | number)[]): string {
  const digest = createHmac('sha256', key)
    .update(['annotations', id, ...parts].join('/'))
    .digest('hex');
  return `2.25.${BigInt(`0x${digest.slice(0, 32)}`)}`;
}

function identify(key: SetKey, study: Study, kind: ObjectKind, position = 0): ObjectIdentity {
  const { studyUid, version, predecessors } = study;
  return {
    seriesUid: uidOf(key, 'series', kind, studyUid),
    sop: uidOf(key, 'object', kind, studyUid, position, version),
    predecessor: predecessors.find((object) => object.kind === kind && object.studyUid === studyUid),
  };
}

const toObject = (
  kind: ObjectKind,
  { studyUid }: Study,
  { seriesUid, sop }: ObjectIdentity,
  { sopClass, bytes }: EncodedObject,
): AnnotationObject => ({ kind, studyUid, seriesUid, sop, sopClass, bytes });

function buildReport(key: SetKey, study: Study, items: readonly Annotation[], images: AnnotatedImages) {
  const measurements = items.map((item) => toMeasurement(item, images)).filter((one) => one !== null);
  if (measurements.length === 0) return [];
  const drawn = new Map(items.map((item) => imageOf(item, images)).map((image) => [image.sop, image]));
  const identity = identify(key, study, 'sr');
  const referenced = [...drawn.values()].map(toReferencedImage);
  return [toObject('sr', study, identity, encodeMeasurements(study, identity, measurements, referenced))];
}

function buildKeyObjects(key: SetKey, study: Study, items: readonly Annotation[], images: AnnotatedImages) {
  const keyImages = items.flatMap((item) =>
    item.kind === 'key-image' && 'image' in item.on
      ? [{ image: toReferencedImage(imageOf(item, images)), frame: item.on.image.frame }]
      : [],
  );
  if (keyImages.length === 0) return [];
  const identity = identify(key, study, 'ko');
  return [toObject('ko', study, identity, encodeKeyObjects(study, identity, keyImages))];
}

function buildPresentations(key: SetKey, study: Study, items: readonly Annotation[], images: AnnotatedImages) {
  const onGray = items.filter((item) => 'image' in item.on && imageOf(item, images).isGray);
  const ways = Map.groupBy(onGray, ({ view, ...item }) =>
    JSON.stringify([imageOf(item, images).rescale, view?.invert ?? false, view?.rotation ?? 0, view?.flip ?? false]),
  );
  return [...ways.values()].map((ofWay, position) => {
    const identity = identify(key, study, 'pr', position);
    return toObject('pr', study, identity, encodePresentation(study, identity, toPresentation(ofWay, images)));
  });
}

/** A view is flipped, then turned; DICOM turns, then flips (PS3.3 C.10.6): the turn goes the other way. */
const mirroredRotations = { 0: 0, 90: 270, 180: 180, 270: 90 } as const;

function toPresentation(items: readonly Annotation[], images: AnnotatedImages): Presentation {
  const [first] = items;
  if (first === undefined) throw new Error('A presentation state has no items.');
  const frames = Map.groupBy(items, ({ on }) => ('image' in on ? `${on.image.sop} ${on.image.frame}` : ''));
  return {
    rescale: imageOf(first, images).rescale,
    isInverted: first.view?.invert ?? false,
    rotation: first.view?.flip ? mirroredRotations[first.view.rotation ?? 0] : (first.view?.rotation ?? 0),
    isFlipped: first.view?.flip ?? false,
    frames: [...frames.values()].map((ofFrame) => toDrawnFrame(ofFrame, images)),
  };
}

/** The window of a frame is that of its last item. */
function toDrawnFrame(items: readonly Annotation[], images: AnnotatedImages): DrawnFrame {
  const [first] = items;
  if (first === undefined || !('image' in first.on)) throw new Error('A frame has no items.');
  return {
    image: toReferencedImage(imageOf(first, images)),
    frame: first.on.image.frame,
    graphics: items.flatMap((item) => linesOf(item)),
    texts: items.flatMap(({ label, points }) => {
      const [x, y] = points.at(-1) ?? [0.5, 0.5];
      return label === undefined || label === '' ? [] : [{ text: label, at: [x, y] as const }];
    }),
    window: items.findLast(({ view }) => view?.window !== undefined)?.view?.window,
  };
}

/** The two lines of a Cobb angle are drawn apart; a text has no drawing. */
function linesOf(item: Annotation) {
  const graphic = item.kind === 'text' ? null : toGraphic(item);
  if (graphic === null) return [];
  if (item.kind !== 'cobb') return [graphic];
  return [graphic.data.slice(0, 4), graphic.data.slice(4)].map((data) => ({ ...graphic, data }));
}
