import { type DataSet, itemsOf, numberOf, textOf } from '@medcloud/dicom/json';

/** One image of a series: its id and its attributes. */
export interface Frame {
  /** Id of the image in the viewer, unique in an exam. */
  readonly imageId: string;
  readonly instanceUid: string;
  /** Counted from 1. */
  readonly number: number;
  /** The instance's attributes, merged with those of this frame's functional groups. */
  readonly attributes: DataSet;
}

const perFrame = '52009230';
const shared = '52009229';
const pixelTags = ['7FE00010', '7FE00008', '7FE00009'];

/** Merges the attributes of functional groups (PS3.3 C.7.6.16.1.1). Each group is the item of its own sequence. */
function mergeGroups(groups: DataSet | undefined): DataSet {
  const merged: Record<string, DataSet[string]> = {};
  for (const macro of Object.keys(groups ?? {})) Object.assign(merged, groups && itemsOf(groups, macro)[0]);
  return merged;
}

function frameAttributesOf(set: DataSet, index: number): DataSet {
  const sharedGroups = itemsOf(set, shared)[0];
  const ownGroups = itemsOf(set, perFrame)[index];
  if (sharedGroups === undefined && ownGroups === undefined) return set;
  return {
    ...set,
    ...mergeGroups(sharedGroups),
    ...mergeGroups(ownGroups),
    [perFrame]: undefined,
    [shared]: undefined,
  };
}

/** Returns the images of an instance, at most `maxFrames`, or none if it has no pixels. */
function framesOfInstance(base: string, set: DataSet, maxFrames: number): Frame[] {
  const instanceUid = textOf(set, '00080018');
  const hasPixels = pixelTags.some((tag) => set[tag] !== undefined);
  if (instanceUid === undefined || !hasPixels || numberOf(set, '00280010') === undefined) return [];
  const length = Math.max(1, Math.min(maxFrames, numberOf(set, '00280008') ?? 1));
  return Array.from({ length }, (_, index) => ({
    imageId: `frame:${base}/${instanceUid}/${index + 1}`,
    instanceUid,
    number: index + 1,
    attributes: frameAttributesOf(set, index),
  }));
}

// How many frames a series' instances may claim beyond those the server found. Each instance shows at least one.
const maxExtraFrames = 10_000;

/**
 * Returns the images of a series in the server's order of its instances, which is the viewing order. An instance may
 * claim more frames than it has: the server found `frameCount` frames in all instances.
 */
export function framesOf(base: string, sets: readonly DataSet[], frameCount: number): Frame[] {
  const frames: Frame[] = [];
  for (const set of sets) {
    const room = frameCount + maxExtraFrames - frames.length;
    for (const frame of framesOfInstance(base, set, Math.min(frameCount, room))) frames.push(frame);
  }
  return frames;
}

/** The kind of an instance without images. */
export type OtherKind = 'report' | 'document' | 'waveform' | 'radiotherapy' | 'presentation' | 'spectroscopy' | 'other';

// PS3.4 B.5: storage classes without pixels, by UID prefix.
const kinds: readonly (readonly [string, OtherKind])[] = [
  ['1.2.840.10008.5.1.4.1.1.88', 'report'],
  ['1.2.840.10008.5.1.4.1.1.104', 'document'],
  ['1.2.840.10008.5.1.4.1.1.9', 'waveform'],
  ['1.2.840.10008.5.1.4.1.1.481', 'radiotherapy'],
  ['1.2.840.10008.5.1.4.1.1.11', 'presentation'],
  ['1.2.840.10008.5.1.4.1.1.4.2', 'spectroscopy'],
];

/** Returns the kind of a series without images, by the SOP class of its first instance. */
export function kindOf(sets: readonly DataSet[]): OtherKind {
  const sopClass = sets[0] && textOf(sets[0], '00080016');
  if (sopClass === undefined) return 'other';
  return kinds.find(([prefix]) => sopClass === prefix || sopClass.startsWith(`${prefix}.`))?.[1] ?? 'other';
}
