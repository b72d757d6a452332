import { encodeFile, formatDecimal, type ObjectDataSet, type ObjectElement } from '../encode-object.ts';
import {
  type AnnotatedStudy,
  commonElements,
  type EncodedObject,
  formatInstant,
  type ObjectIdentity,
  type ReferencedImage,
  referenceTo,
} from './annotated-study.ts';
import type { Graphic } from './content-items.ts';

const grayscaleSoftcopyPresentationState = '1.2.840.10008.5.1.4.1.1.11.1';
const layer = 'MEASUREMENTS';

/** What is drawn on one frame: lines and texts, in pixels from the image's corner. */
export interface DrawnFrame {
  readonly image: ReferencedImage;
  readonly frame: number;
  readonly graphics: readonly Graphic[];
  readonly texts: readonly { readonly text: string; readonly at: readonly [number, number] }[];
  readonly window: { readonly center: number; readonly width: number } | undefined;
}

/** How all images of one presentation state are shown. */
export interface Presentation {
  readonly rescale: { readonly slope: number; readonly intercept: number; readonly type: string } | null;
  readonly isInverted: boolean;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly isFlipped: boolean;
  readonly frames: readonly DrawnFrame[];
}

/** Encodes drawings and windows as a Grayscale Softcopy Presentation State (PS3.3 A.33.1). */
export function encodePresentation(
  study: AnnotatedStudy,
  identity: ObjectIdentity,
  presentation: Presentation,
): EncodedObject {
  const { date, time } = formatInstant(study.savedAt);
  const { frames } = presentation;
  const labels = {
    sopClass: grayscaleSoftcopyPresentationState,
    modality: 'PR',
    seriesNumber: 9_002,
    label: study.title,
  };
  const bytes = encodeFile([
    ...commonElements(study, identity, labels),
    [0x00081115, 'SQ', referencedSeries(frames)],
    [0x00200060, 'CS', []],
    ...modalityLut(presentation),
    ...optionalSequence(0x00283110, frames.flatMap(encodeWindow)),
    ...optionalSequence(0x00700001, frames.filter(isDrawn).map(encodeDrawings)),
    ...spatialTransformation(presentation),
    [0x0070005a, 'SQ', displayedAreas(frames)],
    [
      0x00700060,
      'SQ',
      [
        [
          [0x00700002, 'CS', layer],
          [0x00700062, 'IS', '1'],
        ],
      ],
    ],
    [0x00700080, 'CS', layer],
    [0x00700081, 'LO', study.title],
    [0x00700082, 'DA', date],
    [0x00700083, 'TM', time],
    [0x00700084, 'PN', study.author],
    [0x20500020, 'CS', presentation.isInverted ? 'INVERSE' : 'IDENTITY'],
  ]);
  return { sopClass: grayscaleSoftcopyPresentationState, bytes };
}

const optionalSequence = (tag: number, items: readonly ObjectDataSet[]): ObjectElement[] =>
  items.length === 0 ? [] : [[tag, 'SQ', items]];

/** The flip is applied after the rotation (PS3.3 C.10.6). */
function spatialTransformation({ rotation, isFlipped }: Presentation): ObjectElement[] {
  if (rotation === 0 && !isFlipped) return [];
  return [
    [0x00700041, 'CS', isFlipped ? 'Y' : 'N'],
    [0x00700042, 'US', rotation],
  ];
}

const isDrawn = ({ graphics, texts }: DrawnFrame) => graphics.length + texts.length > 0;

function referencedSeries(frames: readonly DrawnFrame[]): ObjectDataSet[] {
  const images = [...new Map(frames.map(({ image }) => [image.sop, image])).values()];
  return [...Map.groupBy(images, ({ seriesUid }) => seriesUid)].map(
    ([seriesUid, ofSeries]): ObjectDataSet => [
      [0x0020000e, 'UI', seriesUid],
      [0x00081140, 'SQ', ofSeries.map((image) => referenceTo(image))],
    ],
  );
}

/** The state does not take these from the image (PS3.3 A.33.1). */
function modalityLut({ rescale }: Presentation): ObjectElement[] {
  if (rescale === null) return [];
  return [
    [0x00281052, 'DS', formatDecimal(rescale.intercept)],
    [0x00281053, 'DS', formatDecimal(rescale.slope)],
    [0x00281054, 'LO', rescale.type],
  ];
}

const referencedFrame = ({ image, frame }: DrawnFrame): ObjectElement => [
  0x00081140,
  'SQ',
  [referenceTo(image, frame)],
];

function encodeWindow(drawn: DrawnFrame): ObjectDataSet[] {
  if (drawn.window === undefined) return [];
  return [
    [
      referencedFrame(drawn),
      [0x00281050, 'DS', formatDecimal(drawn.window.center)],
      [0x00281051, 'DS', formatDecimal(Math.max(1, drawn.window.width))],
    ],
  ];
}

/** One area for the images of one size: the whole image. */
function displayedAreas(frames: readonly DrawnFrame[]): ObjectDataSet[] {
  const images = [...new Map(frames.map(({ image }) => [image.sop, image])).values()];
  return [...Map.groupBy(images, ({ rows, columns }) => `${rows} ${columns}`).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          [
            [0x00081140, 'SQ', [first, ...others].map((image) => referenceTo(image))],
            [0x00700052, 'SL', [1, 1]],
            [0x00700053, 'SL', [first.columns, first.rows]],
            [0x00700100, 'CS', 'SCALE TO FIT'],
            [0x00700102, 'IS', ['1', '1']],
          ] satisfies ObjectDataSet,
        ],
  );
}

/** PS3.3 C.10.5: pixels count from the corner of the first one, like the points. */
function encodeDrawings(drawn: DrawnFrame): ObjectDataSet {
  const { texts, graphics } = drawn;
  return [
    referencedFrame(drawn),
    [0x00700002, 'CS', layer],
    ...optionalSequence(
      0x00700008,
      texts.map(({ text, at }) => encodeTextObject(text, at)),
    ),
    ...optionalSequence(0x00700009, graphics.map(encodeGraphicObject)),
  ];
}

function encodeTextObject(text: string, at: readonly [number, number]): ObjectDataSet {
  return [
    [0x00700004, 'CS', 'PIXEL'],
    [0x00700006, 'ST', text],
    [0x00700014, 'FL', at],
    [0x00700015, 'CS', 'N'],
  ];
}

function encodeGraphicObject({ type, data }: Graphic): ObjectDataSet {
  return [
    [0x00700005, 'CS', 'PIXEL'],
    [0x00700020, 'US', 2],
    [0x00700021, 'US', data.length / 2],
    [0x00700022, 'FL', data],
    [0x00700023, 'CS', type],
    ...(type === 'POINT' ? [] : [[0x00700024, 'CS', 'N'] satisfies ObjectElement]),
  ];
}
