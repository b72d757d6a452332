import vrs from './vrs.json' with { type: 'json' };

/**
 * A value representation of the dictionary, or one that depends on the data set: `xs` US or SS by Pixel Representation,
 * `ox` OB or OW, `lt` US or OW, `up` an offset written as UL, `px` pixel data (PS3.6, PS3.5 annex A).
 */
type DictionaryVr = string;

interface ElementRange {
  readonly firstGroup: number;
  readonly lastGroup: number;
  readonly firstElement: number;
  readonly lastElement: number;
  readonly vr: DictionaryVr;
}

// PS3.5 7.6: repeating groups (only even groups are standard), and the one element range of PS3.6.
const repeatingElements: readonly (readonly [group: number, elements: string, vr: string])[] = [
  [0x5000, '0005 0010 0103 0104 0105 0110 0112 0114 2000 2002 2004 2610', 'US'],
  [0x5000, '2006 2008 200A', 'UL'],
  [0x5000, '0020 1001', 'CS'],
  [0x5000, '0022 2500', 'LO'],
  [0x5000, '0030 0040 0106', 'SH'],
  [0x5000, '200E', 'LT'],
  [0x5000, '2600', 'SQ'],
  [0x5000, '200C 3000', 'ox'],
  [0x6000, '0010 0011 0012 0051 0052 0068 0069 0100 0102 0200 0802 0804 1100 1101 1102 1103 1200 1201 1202 1203', 'US'],
  [0x6000, '0015 1301', 'IS'],
  [0x6000, '1302 1303', 'DS'],
  [0x6000, '0022 0045 1500', 'LO'],
  [0x6000, '0040 0060 0063 0110 0800 1001', 'CS'],
  [0x6000, '0061 0062', 'SH'],
  [0x6000, '0066 0803', 'AT'],
  [0x6000, '4000', 'LT'],
  [0x6000, '0050', 'SS'],
  [0x6000, '3000', 'ox'],
];
const sourceImageIds: ElementRange = {
  firstGroup: 0x0020,
  lastGroup: 0x0020,
  firstElement: 0x3100,
  lastElement: 0x31ff,
  vr: 'CS',
};

const repeatingVrByTag: ReadonlyMap<number, DictionaryVr> = new Map(
  repeatingElements.flatMap(([group, elements, vr]) =>
    elements.split(' ').map((element) => [group * 0x10000 + Number.parseInt(element, 16), vr] as const),
  ),
);

const vrByTag: ReadonlyMap<number, DictionaryVr> = new Map(
  Object.entries(vrs).flatMap(([vr, groups]) =>
    Object.entries(groups).flatMap(([group, elements]) =>
      elements
        .split(' ')
        .map((element) => [Number.parseInt(group, 16) * 0x10000 + Number.parseInt(element, 16), vr] as const),
    ),
  ),
);

/**
 * Returns the value representation of a tag in PS3.6; `undefined` for a private or unknown tag. Group lengths are UL
 * and private creators LO (PS3.5 7.2, 7.8.1).
 */
export function vrOfTag(tag: number): DictionaryVr | undefined {
  const listedVr = vrByTag.get(tag);
  if (listedVr !== undefined) return listedVr;
  const group = Math.floor(tag / 0x10000);
  const element = tag % 0x10000;
  if (element === 0) return 'UL';
  if (group % 2 === 1) return element >= 0x10 && element <= 0xff ? 'LO' : undefined;
  if (isRepeatingGroup(group)) return repeatingVrByTag.get((group & 0xff00) * 0x10000 + element);
  return isWithin(sourceImageIds, group, element) ? sourceImageIds.vr : undefined;
}

function isRepeatingGroup(group: number): boolean {
  const first = group & 0xff00;
  return first === 0x5000 || first === 0x6000;
}

function isWithin(range: ElementRange, group: number, element: number): boolean {
  return (
    group >= range.firstGroup &&
    group <= range.lastGroup &&
    element >= range.firstElement &&
    element <= range.lastElement
  );
}
