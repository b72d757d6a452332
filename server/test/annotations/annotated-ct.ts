import type { Annotation } from '@medcloud/contract';
import { type DicomJson, parseHead, toDicomJson } from '@medcloud/dicom';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { type AnnotationObject, buildObjects } from '../../src/domain/annotations/build-objects.ts';
import type { AnnotatedImages, ImageFacts } from '../../src/domain/annotations/image-facts.ts';

/** CT_small.dcm: 128 x 128, 0.661468 mm, Hounsfield units. */
export const ct: ImageFacts = {
  studyUid: '1.3.6.1.4.1.5962.1.2.1.20040119072730.12322',
  seriesUid: '1.3.6.1.4.1.5962.1.3.1.1.20040119072730.12322',
  sop: '1.3.6.1.4.1.5962.1.1.1.1.1.20040119072730.12322',
  sopClass: '1.2.840.10008.5.1.4.1.1.2',
  modality: 'CT',
  rows: 128,
  columns: 128,
  frames: 1,
  frameOfReference: '1.3.6.1.4.1.5962.1.4.1.1.20040119072730.12322',
  isGray: true,
  rescale: { slope: 1, intercept: -1024, type: 'HU' },
  patientSpacings: [{ across: 0.661468, down: 0.661468 }],
  detectorSpacing: null,
  regions: [],
  corners: [],
  sliceCount: 1,
};

export const greekLabel = 'Όζος άνω λοβού δεξιά, 3,3 mm · “α\\β”';

const on: Annotation['on'] = { image: { sop: ct.sop, frame: 1 } };
const plane: Annotation['on'] = {
  plane: {
    frameOfReference: ct.frameOfReference ?? '',
    series: ct.seriesUid,
    normal: [0, 0, 1],
    thicknessMm: 0,
    blend: 'none',
  },
};
const view: Annotation['view'] = { window: { center: 40, width: 400 } };
const hounsfield = { mean: 35.25, sd: 12.5, min: -10, max: 80, unit: "[hnsf'U]" };

const kinds: Omit<Annotation, 'id' | 'updatedAt'>[] = [
  {
    kind: 'length',
    on,
    points: [
      [10, 10],
      [13, 14],
    ],
    stats: { scale: 'patient', length: 3.30734 },
    label: greekLabel,
    view,
  },
  {
    kind: 'angle',
    on,
    points: [
      [20, 10],
      [10, 10],
      [10, 20],
    ],
    stats: { scale: 'patient', angle: 90 },
  },
  {
    kind: 'cobb',
    on,
    points: [
      [30, 30],
      [40, 30],
      [30, 50],
      [40, 60],
    ],
    stats: { scale: 'patient', angle: 45 },
  },
  {
    kind: 'ellipse',
    on,
    points: [
      [50, 60],
      [70, 60],
      [60, 55],
      [60, 65],
    ],
    stats: { scale: 'patient', area: 68.7, ...hounsfield },
  },
  {
    kind: 'rectangle',
    on,
    points: [
      [80, 80],
      [90, 80],
      [90, 90],
      [80, 90],
    ],
    stats: { scale: 'patient', area: 43.75, ...hounsfield },
  },
  { kind: 'probe', on, points: [[64.5, 64.5]], stats: { scale: 'patient', mean: 41, unit: "[hnsf'U]" } },
  {
    kind: 'arrow',
    on,
    points: [
      [100, 100],
      [110, 95],
    ],
    label: 'Ασβέστωση',
  },
  { kind: 'text', on, points: [[5, 120]], label: 'Έλεγχος σε 6 μήνες' },
  { kind: 'key-image', on, points: [] },
];
const inPlane: Omit<Annotation, 'id' | 'updatedAt'>[] = [
  {
    kind: 'length',
    on: plane,
    points: [
      [0, 0, 0],
      [3, 4, 0],
    ],
    stats: { scale: 'patient', length: 5 },
  },
  {
    kind: 'rectangle',
    on: plane,
    points: [
      [0, 0, 0],
      [4, 0, 0],
      [4, 3, 0],
      [0, 3, 0],
    ],
    stats: { scale: 'patient', area: 12 },
  },
  {
    kind: 'angle',
    on: plane,
    points: [
      [4, 0, 0],
      [0, 0, 0],
      [0, 4, 0],
    ],
    stats: { scale: 'patient', angle: 90 },
  },
  {
    kind: 'ellipse',
    on: plane,
    points: [
      [0, 2, 0],
      [8, 2, 0],
      [4, 0, 0],
      [4, 4, 0],
    ],
    stats: { scale: 'patient', area: 25.1327, ...hounsfield, approximate: true },
  },
  { kind: 'probe', on: plane, points: [[1, 2, 0]], stats: { scale: 'patient', mean: 41, unit: "[hnsf'U]" } },
];

/** One item of each kind on the image; with `hasPlane` also items on a plane. */
export function ctItems({ hasPlane = false } = {}): Annotation[] {
  return [...kinds, ...(hasPlane ? inPlane : [])].map((item, index) => ({
    ...item,
    id: `018f3c1e-0000-7000-8000-${String(index).padStart(12, '0')}`,
    updatedAt: '2026-11-27T10:00:00.000Z',
  }));
}

/** Reads a whole file as DICOM JSON. */
export function readJson(file: Uint8Array): DicomJson {
  const head = parseHead(file, true);
  if (head === undefined) throw new Error('The file has no head.');
  return toDicomJson(head.dataSet);
}

/**
 * Builds the objects of items on CT_small.dcm. `isAscii`: with a name, a title and labels that a program without Greek
 * checks too.
 */
export function buildCtObjects(
  items: readonly Annotation[],
  { version = 1, isAscii = false }: { version?: number; isAscii?: boolean } = {},
): AnnotationObject[] {
  const header = readJson(testFile('test_files/CT_small.dcm'));
  const images: AnnotatedImages = {
    images: new Map([[ct.sop, ct]]),
    series: new Map([[ct.seriesUid, [ct]]]),
    headers: new Map([[ct.studyUid, header]]),
  };
  const predecessor = {
    kind: 'sr',
    studyUid: ct.studyUid,
    sop: '2.25.1',
    sopClass: '1.2.840.10008.5.1.4.1.1.88.22',
  } as const;
  const facts = {
    author: isAscii ? 'Papadopoulou^Maria' : 'Παπαδοπούλου^Μαρία',
    title: isAscii ? 'Measurements' : 'Μετρήσεις',
    language: { code: 'el', meaning: 'Greek' },
    savedAt: new Date('2026-11-27T10:20:30Z'),
    version,
    predecessors: version === 1 ? [] : [predecessor],
  };
  const labelled = isAscii ? items.map((item) => ({ ...item, label: item.label && 'Nodule' })) : items;
  return buildObjects(
    { id: '018f3c1e-0000-7000-8000-00000000ffff', key: Buffer.alloc(32, 7) },
    facts,
    labelled,
    images,
  );
}
