import type { DicomJson, DicomJsonValue } from '../../json/dicom-json.ts';
import type { ObjectDataSet, ObjectElement } from '../encode-object.ts';

/** An image that annotations refer to. */
export interface ReferencedImage {
  readonly sopClass: string;
  readonly sop: string;
  readonly seriesUid: string;
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
}

/** What all objects of one version of a set, in one study, have in common. */
export interface AnnotatedStudy {
  readonly studyUid: string;
  /** The header of one of the study's images: the source of the modules of patient and study. */
  readonly header: DicomJson;
  /** `Surname^Given`. */
  readonly author: string;
  readonly title: string;
  /** RFC 5646. */
  readonly language: { readonly code: string; readonly meaning: string };
  readonly savedAt: Date;
  readonly version: number;
}

/** The UIDs of an object, and those of the version before it. */
export interface ObjectIdentity {
  readonly sop: string;
  readonly seriesUid: string;
  readonly predecessor?: { readonly sop: string; readonly sopClass: string } | undefined;
}

/** A file and the class of its object. */
export interface EncodedObject {
  readonly sopClass: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const textVrs = { PN: 'PN', LO: 'LO', DA: 'DA', CS: 'CS', TM: 'TM', SH: 'SH' } as const;
/** Of PS3.3 C.7.1.1 and C.7.2.1, with type 2 empty where the image has none. */
const sharedAttributes = [
  [0x00080020, 'DA'],
  [0x00080030, 'TM'],
  [0x00080050, 'SH'],
  [0x00080090, 'PN'],
  [0x00081030, 'LO'],
  [0x00100010, 'PN'],
  [0x00100020, 'LO'],
  [0x00100030, 'DA'],
  [0x00100040, 'CS'],
  [0x00200010, 'SH'],
] as const satisfies readonly (readonly [number, keyof typeof textVrs])[];

/** Encodes the modules of patient, study, series, equipment and SOP common, by the images' own values. */
export function commonElements(
  study: AnnotatedStudy,
  { sop, seriesUid }: ObjectIdentity,
  {
    sopClass,
    modality,
    seriesNumber,
    label,
  }: { sopClass: string; modality: string; seriesNumber: number; label: string },
): ObjectDataSet {
  const { date, time } = formatInstant(study.savedAt);
  return [
    ...sharedAttributes.map(([tag, vr]): ObjectElement => [tag, textVrs[vr], textsAt(study.header, tag)]),
    [0x00080012, 'DA', date],
    [0x00080013, 'TM', time],
    [0x00080016, 'UI', sopClass],
    [0x00080018, 'UI', sop],
    [0x00080060, 'CS', modality],
    [0x00080070, 'LO', 'MedCloud'],
    [0x00080201, 'SH', '+0000'],
    [0x0008103e, 'LO', label],
    [0x00081090, 'LO', 'MedCloud'],
    [0x00181000, 'LO', '1'],
    [0x00181020, 'LO', '1'],
    [0x0020000d, 'UI', study.studyUid],
    [0x0020000e, 'UI', seriesUid],
    [0x00200011, 'IS', String(seriesNumber)],
    [0x00200013, 'IS', String(study.version)],
  ];
}

function textsAt(header: DicomJson, tag: number): string[] {
  const name = tag.toString(16).padStart(8, '0').toUpperCase();
  return (header[name]?.Value ?? []).map(toText);
}

function toText(value: DicomJsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === null) return '';
  const groups = [value.Alphabetic, value.Ideographic, value.Phonetic].map((group) =>
    typeof group === 'string' ? group : '',
  );
  return groups.join('=').replace(/=+$/, '');
}

/** Returns an instant as DA and TM in UTC, which (0008,0201) states. */
export function formatInstant(at: Date): { date: string; time: string } {
  const [date = '', time = ''] = at
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, '')
    .split('T');
  return { date, time };
}

/** Returns a reference to an image, with a frame if it has several (PS3.3 table 10-3). */
export function referenceTo({ sopClass, sop, frames }: ReferencedImage, frame?: number): ObjectDataSet {
  return [
    [0x00081150, 'UI', sopClass],
    [0x00081155, 'UI', sop],
    ...(frame === undefined || frames === 1 ? [] : [[0x00081160, 'IS', String(frame)] as const]),
  ];
}

/** Returns the images of a study by series (PS3.3 table C.17-3). */
export function evidenceOf({ studyUid }: AnnotatedStudy, images: readonly ReferencedImage[]): ObjectElement {
  const series = Map.groupBy(images, ({ seriesUid }) => seriesUid);
  return [
    0x0040a375,
    'SQ',
    [
      [
        [0x0020000d, 'UI', studyUid],
        [
          0x00081115,
          'SQ',
          [...series].map(
            ([seriesUid, ofSeries]): ObjectDataSet => [
              [0x0020000e, 'UI', seriesUid],
              [0x00081199, 'SQ', ofSeries.map((image) => referenceTo(image))],
            ],
          ),
        ],
      ],
    ],
  ];
}
