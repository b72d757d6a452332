import { type DataSet, itemsOf, textOf, textsOf } from '../dicom-json.ts';
import type { PaneSeries } from '../loading/series-source.ts';

/** An image in a pane. */
export interface HungImage {
  readonly series: PaneSeries;
  /** Of the image in its series, from 0. */
  readonly index: number;
  /** It is mirrored, so that the chest walls of both breasts meet in the middle. */
  readonly isFlipped: boolean;
}

/** A series with the metadata of its instances. */
export interface SeriesMetadata {
  readonly series: PaneSeries;
  readonly metadata: readonly DataSet[];
}

type Side = 'R' | 'L';
type View = 'CC' | 'MLO';

/** The panes of two rows, from the left: both breasts from above, both from the side. */
const order: readonly (readonly [Side, View])[] = [
  ['R', 'CC'],
  ['L', 'CC'],
  ['R', 'MLO'],
  ['L', 'MLO'],
];

// PS3.16 CID 4014: the codes of SNOMED CT, and the SRT codes of older devices.
const viewCodes: Readonly<Record<string, View>> = {
  '399162004': 'CC',
  'R-10242': 'CC',
  '399368009': 'MLO',
  'R-10226': 'MLO',
};

/** Returns the breast: Image Laterality (0020,0062), else Laterality (0020,0060). */
function sideOf(attributes: DataSet): Side | undefined {
  const side = textOf(attributes, '00200062') ?? textOf(attributes, '00200060');
  return side === 'R' || side === 'L' ? side : undefined;
}

/** Returns the view: View Code Sequence (0054,0220), else View Position (0018,5101). */
function viewOf(attributes: DataSet): View | undefined {
  const [code] = itemsOf(attributes, '00540220');
  const coded = code && viewCodes[textOf(code, '00080100') ?? ''];
  const position = textOf(attributes, '00185101');
  return coded ?? (position === 'CC' || position === 'MLO' ? position : undefined);
}

/**
 * Returns whether an image is to be mirrored: its rows run from the chest wall to the front for the left breast, and the
 * other way for the right one (Patient Orientation, PS3.3 C.7.6.1.1.1).
 */
function isFlipped(attributes: DataSet, side: Side): boolean {
  const rows = textsOf(attributes, '00200020')[0] ?? '';
  return rows.startsWith(side === 'L' ? 'P' : 'A');
}

/**
 * Hangs a mammogram of four standard views: right and left, craniocaudal above mediolateral oblique, chest walls in the
 * middle. They may be four series, or one of four images. Returns null unless there is exactly one image of each view.
 */
export function hangMammogram(exam: readonly SeriesMetadata[]): readonly HungImage[] | null {
  const images = exam.flatMap(({ series, metadata }) =>
    metadata.map((attributes, index) => ({ series, index, attributes })),
  );
  const hung = order.map(([side, view]) => {
    const found = images.filter(({ attributes }) => sideOf(attributes) === side && viewOf(attributes) === view);
    const [only] = found;
    return found.length === 1 && only
      ? { series: only.series, index: only.index, isFlipped: isFlipped(only.attributes, side) }
      : null;
  });
  return hung.every((image) => image !== null) ? hung : null;
}
