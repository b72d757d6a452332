import { encodeFile, type ObjectDataSet, type ObjectElement } from '../encode-object.ts';
import {
  type AnnotatedStudy,
  commonElements,
  type EncodedObject,
  evidenceOf,
  formatInstant,
  type ObjectIdentity,
  type ReferencedImage,
} from './annotated-study.ts';
import {
  type Code,
  codeItem,
  container,
  contextItems,
  type Graphic,
  imageItem,
  numberItem,
  rootElements,
  scoord3dItem,
  scoordItem,
  textItem,
  uidItem,
} from './content-items.ts';

const enhancedSr = '1.2.840.10008.5.1.4.1.1.88.22';
const comprehensive3dSr = '1.2.840.10008.5.1.4.1.1.88.34';

/** A number of a measurement. `modifier` says how it was derived or measured. */
export interface MeasuredValue {
  readonly concept: Code;
  readonly value: number;
  readonly unit: Code;
  readonly modifiers: readonly (readonly [concept: Code, value: Code])[];
}

/** A measurement, arrow or text. */
export interface Measurement {
  /** Names the tool, as other viewers read it. */
  readonly trackingIdentifier: string;
  readonly trackingUid: string;
  readonly label: string | undefined;
  readonly graphic: Graphic;
  readonly on: { readonly image: ReferencedImage; readonly frame: number } | { readonly frameOfReference: string };
  readonly values: readonly MeasuredValue[];
}

/**
 * Encodes measurements as a report of TID 1500 (PS3.16): Comprehensive 3D SR if one lies in a plane, else Enhanced SR
 * (PS3.3 A.35.13, A.35.2). `images`: all images that the report is about.
 */
export function encodeMeasurements(
  study: AnnotatedStudy,
  identity: ObjectIdentity,
  measurements: readonly Measurement[],
  images: readonly ReferencedImage[],
): EncodedObject {
  const { date, time } = formatInstant(study.savedAt);
  const is3d = measurements.some(({ on }) => 'frameOfReference' in on);
  const sopClass = is3d ? comprehensive3dSr : enhancedSr;
  const bytes = encodeFile([
    ...commonElements(study, identity, { sopClass, modality: 'SR', seriesNumber: 9_001, label: study.title }),
    [0x00080023, 'DA', date],
    [0x00080033, 'TM', time],
    [0x00081111, 'SQ', []],
    [0x0040a372, 'SQ', []],
    [0x0040a491, 'CS', 'COMPLETE'],
    [0x0040a493, 'CS', 'UNVERIFIED'],
    evidenceOf(study, images),
    ...predecessorOf(study, identity),
    ...rootElements(['126000', 'DCM', 'Imaging Measurement Report'], '1500', [
      ...contextItems(study),
      codeItem('HAS CONCEPT MOD', ['121058', 'DCM', 'Procedure reported'], ['363679005', 'SCT', 'Imaging procedure']),
      container(
        ['111028', 'DCM', 'Image Library'],
        [
          container(
            ['126200', 'DCM', 'Image Library Group'],
            images.map((image) => imageItem('CONTAINS', image)),
          ),
        ],
      ),
      container(['126010', 'DCM', 'Imaging Measurements'], measurements.map(encodeGroup)),
    ]),
  ]);
  return { sopClass, bytes };
}

/** The version before (PS3.3 table C.17-2). */
function predecessorOf({ studyUid }: AnnotatedStudy, { seriesUid, predecessor }: ObjectIdentity): ObjectElement[] {
  if (predecessor === undefined) return [];
  const sop: ObjectDataSet = [
    [0x00081150, 'UI', predecessor.sopClass],
    [0x00081155, 'UI', predecessor.sop],
  ];
  const series: ObjectDataSet = [
    [0x0020000e, 'UI', seriesUid],
    [0x00081199, 'SQ', [sop]],
  ];
  return [
    [
      0x0040a360,
      'SQ',
      [
        [
          [0x0020000d, 'UI', studyUid],
          [0x00081115, 'SQ', [series]],
        ],
      ],
    ],
  ];
}

/** One group an item (TID 1501). A number has its own drawing, as other viewers look for it there. */
function encodeGroup({ trackingIdentifier, trackingUid, label, graphic, on, values }: Measurement): ObjectDataSet {
  const drawing = (relationship: 'CONTAINS' | 'INFERRED FROM', concept: Code | null) =>
    'image' in on
      ? scoordItem(relationship, concept, graphic, on.image, on.frame)
      : scoord3dItem(relationship, concept, graphic, on.frameOfReference);
  return container(
    ['125007', 'DCM', 'Measurement Group'],
    [
      textItem('HAS OBS CONTEXT', ['112039', 'DCM', 'Tracking Identifier'], trackingIdentifier),
      uidItem('HAS OBS CONTEXT', ['112040', 'DCM', 'Tracking Unique Identifier'], trackingUid),
      ...(values.length > 0 ? [] : [drawing('CONTAINS', ['111030', 'DCM', 'Image Region'])]),
      ...values.map(({ concept, value, unit, modifiers }) =>
        numberItem(concept, value, unit, [
          ...modifiers.map(([modifier, code]) => codeItem('HAS CONCEPT MOD', modifier, code)),
          drawing('INFERRED FROM', null),
        ]),
      ),
      ...(label === undefined ? [] : [textItem('CONTAINS', ['121106', 'DCM', 'Comment'], label)]),
    ],
  );
}
