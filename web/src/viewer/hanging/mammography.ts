import { type DataSet, itemsOf, textOf, textsOf } from '@medcloud/dicom/json';

export type Side = 'R' | 'L';
export type View = 'CC' | 'MLO';

// PS3.16 CID 4014: the codes of SNOMED CT, and the SRT codes of older devices.
const viewCodes: Readonly<Record<string, View>> = {
  '399162004': 'CC',
  'R-10242': 'CC',
  '399368009': 'MLO',
  'R-10226': 'MLO',
};

/** Returns the breast: Image Laterality (0020,0062), else Laterality (0020,0060). */
export function sideOf(attributes: DataSet): Side | undefined {
  const side = textOf(attributes, '00200062') ?? textOf(attributes, '00200060');
  return side === 'R' || side === 'L' ? side : undefined;
}

/** Returns the view: View Code Sequence (0054,0220), else View Position (0018,5101). */
export function viewOf(attributes: DataSet): View | undefined {
  const [code] = itemsOf(attributes, '00540220');
  const coded = code && viewCodes[textOf(code, '00080100') ?? ''];
  const position = textOf(attributes, '00185101');
  return coded ?? (position === 'CC' || position === 'MLO' ? position : undefined);
}

/**
 * Returns whether an image is to be mirrored: its rows run from the chest wall to the front for the left breast, and the
 * other way for the right one (Patient Orientation, PS3.3 C.7.6.1.1.1).
 */
export function isFlipped(attributes: DataSet, side: Side): boolean {
  const rows = textsOf(attributes, '00200020')[0] ?? '';
  return rows.startsWith(side === 'L' ? 'P' : 'A');
}
