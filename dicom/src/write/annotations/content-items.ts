import { formatDecimal, type ObjectDataSet, type ObjectElement } from '../encode-object.ts';
import { type AnnotatedStudy, type ReferencedImage, referenceTo } from './annotated-study.ts';

/** A coded concept: value, coding scheme, meaning. */
export type Code = readonly [value: string, scheme: string, meaning: string];

type Relationship = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'INFERRED FROM' | 'SELECTED FROM';

/** Encodes a coded concept (PS3.3 table 8.8-1). A long code value has an attribute of its own. */
export function encodeCode([value, scheme, meaning]: Code): ObjectDataSet {
  return [
    value.length > 16 ? [0x00080119, 'UC', value] : [0x00080100, 'SH', value],
    [0x00080102, 'SH', scheme],
    [0x00080104, 'LO', meaning.slice(0, 64)],
  ];
}

function item(
  relationship: Relationship,
  type: string,
  concept: Code | null,
  content: ObjectDataSet,
  children: readonly ObjectDataSet[] = [],
): ObjectDataSet {
  return [
    [0x0040a010, 'CS', relationship],
    [0x0040a040, 'CS', type],
    ...(concept === null ? [] : [[0x0040a043, 'SQ', [encodeCode(concept)]] as const]),
    ...content,
    ...(children.length === 0 ? [] : [[0x0040a730, 'SQ', children] as const]),
  ];
}

/** A container of content items, below another one. */
export const container = (concept: Code, children: readonly ObjectDataSet[]): ObjectDataSet =>
  item('CONTAINS', 'CONTAINER', concept, [[0x0040a050, 'CS', 'SEPARATE']], children);

export const codeItem = (relationship: Relationship, concept: Code, value: Code): ObjectDataSet =>
  item(relationship, 'CODE', concept, [[0x0040a168, 'SQ', [encodeCode(value)]]]);

export const textItem = (relationship: Relationship, concept: Code, text: string): ObjectDataSet =>
  item(relationship, 'TEXT', concept, [[0x0040a160, 'UT', text]]);

export const uidItem = (relationship: Relationship, concept: Code, uid: string): ObjectDataSet =>
  item(relationship, 'UIDREF', concept, [[0x0040a124, 'UI', uid]]);

export const nameItem = (relationship: Relationship, concept: Code, name: string): ObjectDataSet =>
  item(relationship, 'PNAME', concept, [[0x0040a123, 'PN', name]]);

/** A number with its unit in UCUM, and what it was measured from. */
export const numberItem = (
  concept: Code,
  value: number,
  unit: Code,
  children: readonly ObjectDataSet[],
): ObjectDataSet =>
  item(
    'CONTAINS',
    'NUM',
    concept,
    [
      [
        0x0040a300,
        'SQ',
        [
          [
            [0x0040a30a, 'DS', formatDecimal(value)],
            [0x004008ea, 'SQ', [encodeCode(unit)]],
          ],
        ],
      ],
    ],
    children,
  );

export const imageItem = (relationship: Relationship, image: ReferencedImage, frame?: number): ObjectDataSet =>
  item(relationship, 'IMAGE', null, [[0x00081199, 'SQ', [referenceTo(image, frame)]]]);

/** A drawing on an image, in pixels from its corner (PS3.3 C.18.6), or in the frame of reference (C.18.9). */
export interface Graphic {
  readonly type: 'POINT' | 'POLYLINE' | 'ELLIPSE' | 'POLYGON';
  readonly data: readonly number[];
}

export const scoordItem = (
  relationship: Relationship,
  concept: Code | null,
  { type, data }: Graphic,
  image: ReferencedImage,
  frame: number,
): ObjectDataSet =>
  item(
    relationship,
    'SCOORD',
    concept,
    [
      [0x00700022, 'FL', data],
      [0x00700023, 'CS', type],
    ],
    [imageItem('SELECTED FROM', image, frame)],
  );

export const scoord3dItem = (
  relationship: Relationship,
  concept: Code | null,
  { type, data }: Graphic,
  frameOfReference: string,
): ObjectDataSet =>
  item(relationship, 'SCOORD3D', concept, [
    [0x00700022, 'FL', data],
    [0x00700023, 'CS', type],
    [0x30060024, 'UI', frameOfReference],
  ]);

/** The language and the person who observed (TID 1204, TID 1003). */
export function contextItems({ language, author }: AnnotatedStudy): ObjectDataSet[] {
  return [
    codeItem(
      'HAS CONCEPT MOD',
      ['121049', 'DCM', 'Language of Content Item and Descendants'],
      [language.code, 'RFC5646', language.meaning],
    ),
    codeItem('HAS OBS CONTEXT', ['121005', 'DCM', 'Observer Type'], ['121006', 'DCM', 'Person']),
    nameItem('HAS OBS CONTEXT', ['121008', 'DCM', 'Person Observer Name'], author),
  ];
}

/** The root of a document: a container by a template of the DCMR. */
export function rootElements(concept: Code, template: string, children: readonly ObjectDataSet[]): ObjectElement[] {
  return [
    [0x0040a040, 'CS', 'CONTAINER'],
    [0x0040a043, 'SQ', [encodeCode(concept)]],
    [0x0040a050, 'CS', 'SEPARATE'],
    [
      0x0040a504,
      'SQ',
      [
        [
          [0x00080105, 'CS', 'DCMR'],
          [0x0040db00, 'CS', template],
        ],
      ],
    ],
    [0x0040a730, 'SQ', children],
  ];
}
