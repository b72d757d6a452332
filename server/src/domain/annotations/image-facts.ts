import type { Annotation } from '@medcloud/contract';
import type { DicomJson } from '@medcloud/dicom';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { VisibleExam } from '../authorization/visible-exam.ts';
import { type FoundImage, findImages } from '../imaging/find-images.ts';
import { numbersAt, textAt } from '../imaging/index/json-values.ts';
import type { ReadContext } from '../imaging/open-series.ts';

/** Millimeters from one pixel to the next, along a row and along a column. */
export interface Spacing {
  readonly across: number;
  readonly down: number;
}

export type Point3 = readonly [number, number, number];

/** A calibrated region of an ultrasound image, in pixels (PS3.3 C.8.5.5). Null without a length on both axes. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly spacing: Spacing | null;
}

/** What of an image's header a measurement depends on. */
export interface ImageFacts {
  readonly studyUid: string;
  readonly seriesUid: string;
  readonly sop: string;
  readonly sopClass: string;
  readonly modality: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly frameOfReference: string | null;
  readonly isGray: boolean;
  /** (0028,1052) to (0028,1054); null if its frames have none, or each its own. */
  readonly rescale: { readonly slope: number; readonly intercept: number; readonly type: string } | null;
  /** Of the patient; one for all frames, or one for each. */
  readonly patientSpacings: readonly (Spacing | null)[];
  readonly detectorSpacing: Spacing | null;
  readonly regions: readonly Region[];
  /** The four outer corners of each frame, in millimeters in the frame of reference; empty without a position. */
  readonly corners: readonly Point3[];
  /** Images in its series, or its own frames. */
  readonly sliceCount: number;
}

/** The images that items lie on, by SOP Instance UID, and both ends of the series of their planes, by series UID. */
export interface AnnotatedImages {
  readonly images: ReadonlyMap<string, ImageFacts>;
  readonly series: ReadonlyMap<string, readonly ImageFacts[]>;
  /** The header of one image of each study, for the modules of patient and study, by study UID. */
  readonly headers: ReadonlyMap<string, DicomJson>;
}

/** Reads the facts of all images that items lie on. Images that the exam does not have are absent. */
export async function readAnnotatedImages(
  readContext: ReadContext,
  scope: CenterScope | DoctorScope,
  { examId }: VisibleExam,
  items: readonly Annotation[],
): Promise<AnnotatedImages> {
  const images = new Map<string, ImageFacts>();
  const series = new Map<string, ImageFacts[]>();
  const headers = new Map<string, DicomJson>();
  const wanted = {
    instances: new Set(items.flatMap(({ on }) => ('image' in on ? [on.image.sop] : []))),
    series: new Set(items.flatMap(({ on }) => ('plane' in on ? [on.plane.series] : []))),
  };
  for await (const found of findImages(readContext, scope, examId, wanted)) {
    const facts = readImageFacts(found);
    if (!headers.has(facts.studyUid)) headers.set(facts.studyUid, found.header);
    images.set(facts.sop, facts);
    series.set(facts.seriesUid, [...(series.get(facts.seriesUid) ?? []), facts]);
  }
  return { images, series, headers };
}

export function readImageFacts({ series: { index }, instance, header }: FoundImage): ImageFacts {
  const spacings = readPatientSpacings(header);
  const rows = instance.rows ?? 0;
  const columns = instance.columns ?? 0;
  const frames = Math.max(1, instance.numberOfFrames ?? countFrames(instance));
  return {
    studyUid: index.studyUid,
    seriesUid: index.seriesUid,
    sop: instance.uid,
    sopClass: instance.sopClass,
    modality: textAt(header, '00080060') ?? 'OT',
    rows,
    columns,
    frames,
    frameOfReference: textAt(header, '00200052'),
    isGray: (numbersAt(header, '00280002')[0] ?? 1) === 1,
    rescale: readRescale(header),
    patientSpacings: spacings,
    detectorSpacing: spacingOf(numbersAt(header, '00181164')) ?? spacingOf(numbersAt(header, '00182010')),
    regions: sequenceAt(header, '00186011').map(readRegion),
    corners: readCorners(header, { rows, columns }),
    sliceCount: Math.max(frames, index.instances.length),
  };
}

/** Earlier manifests lack the declared number. */
const countFrames = ({ frames }: FoundImage['instance']) =>
  frames.kind === 'even' ? frames.count : frames.frames.length;

function readRescale(header: DicomJson): ImageFacts['rescale'] {
  const [slope] = numbersAt(header, '00281053');
  const [intercept] = numbersAt(header, '00281052');
  if (slope === undefined || intercept === undefined) return null;
  return { slope, intercept, type: textAt(header, '00281054') ?? 'US' }; // US: unspecified
}

const nested = (value: unknown): value is DicomJson => typeof value === 'object' && value !== null;

function sequenceAt(json: DicomJson | undefined, tag: string): DicomJson[] {
  return (json?.[tag]?.Value ?? []).filter(nested);
}

/** (0028,0030) is down, across. */
function spacingOf([down, across]: readonly number[]): Spacing | null {
  return down !== undefined && across !== undefined && down > 0 && across > 0 ? { across, down } : null;
}

/** Pixel Measures of a functional group (PS3.3 C.7.6.16.2.1). */
function spacingOfGroup(group: DicomJson | undefined): Spacing | null {
  const [measures] = sequenceAt(group, '00289110');
  return measures === undefined ? null : spacingOf(numbersAt(measures, '00280030'));
}

function readPatientSpacings(header: DicomJson): (Spacing | null)[] {
  const frames = sequenceAt(header, '52009230').map(spacingOfGroup);
  if (frames.some((spacing) => spacing !== null)) return frames;
  const [shared] = sequenceAt(header, '52009229');
  return [spacingOf(numbersAt(header, '00280030')) ?? spacingOfGroup(shared)];
}

const centimeters = 3; // (0018,6024) and (0018,6026), PS3.3 C.8.5.5.1.15

function readRegion(region: DicomJson): Region {
  const value = (tag: string) => numbersAt(region, tag)[0] ?? 0;
  const hasLengths = value('00186024') === centimeters && value('00186026') === centimeters;
  const spacing = { across: Math.abs(value('0018602C')) * 10, down: Math.abs(value('0018602E')) * 10 };
  return {
    left: value('00186018'),
    top: value('0018601A'),
    right: value('0018601C') + 1, // the last pixel belongs to the region
    bottom: value('0018601E') + 1,
    spacing: hasLengths && spacing.across > 0 && spacing.down > 0 ? spacing : null,
  };
}

/** (0020,0032) and (0020,0037): the middle of the first pixel, and the directions of rows and columns. */
interface Place {
  readonly position: readonly number[];
  readonly orientation: readonly number[];
}

/** Where a header's frames lie: an image of its own attributes, or each frame by its functional groups. */
function readPlaces(header: DicomJson): Place[] {
  const [shared] = sequenceAt(header, '52009229');
  const frames = sequenceAt(header, '52009230');
  const groupOf = (frame: DicomJson, tag: string) => sequenceAt(frame, tag)[0] ?? sequenceAt(shared, tag)[0] ?? header;
  return (frames.length > 0 ? frames : [header]).map((frame) => ({
    position: numbersAt(groupOf(frame, '00209113'), '00200032'),
    orientation: numbersAt(groupOf(frame, '00209116'), '00200037'),
  }));
}

/** Returns the four outer corners of each frame; none without a position. */
export function readCorners(header: DicomJson, size: Pick<ImageFacts, 'rows' | 'columns'>): Point3[] {
  const spacings = readPatientSpacings(header);
  return readPlaces(header).flatMap((place, frame) =>
    cornersOf(place, size, spacings[spacings.length > 1 ? frame : 0] ?? null),
  );
}

/** PS3.3 C.7.6.2.1.1: the position is the middle of the first pixel. */
function cornersOf(
  { position, orientation }: Place,
  { rows, columns }: Pick<ImageFacts, 'rows' | 'columns'>,
  spacing: Spacing | null,
): Point3[] {
  if (position.length !== 3 || orientation.length !== 6 || spacing === null) return [];
  const at = (column: number, row: number): Point3 => {
    const coordinate = (axis: 0 | 1 | 2) =>
      (position[axis] ?? 0) +
      (orientation[axis] ?? 0) * spacing.across * (column - 0.5) +
      (orientation[axis + 3] ?? 0) * spacing.down * (row - 0.5);
    return [coordinate(0), coordinate(1), coordinate(2)];
  };
  return [at(0, 0), at(columns, 0), at(0, rows), at(columns, rows)];
}
