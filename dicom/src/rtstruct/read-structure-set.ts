import { type DataSet, itemsOf, numberOf, numbersOf, textOf } from '../json/json-values.ts';
import type { Color } from '../lab-color.ts';

/** A contour of a region, in the patient. */
export interface Contour {
  /** The image that it was drawn on. */
  readonly sop: string | undefined;
  readonly kind: 'point' | 'open' | 'closed';
  /** x, y and z of each point, in mm. */
  readonly points: Float64Array;
}

/** A region of interest (PS3.3 C.8.8.5, C.8.8.6). */
export interface Region {
  readonly number: number;
  readonly name: string;
  readonly color: Color | undefined;
  readonly frameOfReference: string | undefined;
  readonly contours: readonly Contour[];
}

export interface StructureSet {
  readonly label: string;
  readonly regions: readonly Region[];
  /** Contours that the file has and that are not in `regions`: damaged, of an unknown kind, or beyond the limits. */
  readonly omittedCount: number;
}

// PS3.3 C.8.8.6.1. Contours that lie in no plane belong to no image.
const kinds: ReadonlyMap<string | undefined, Contour['kind']> = new Map([
  ['POINT', 'point'],
  ['OPEN_PLANAR', 'open'],
  ['CLOSED_PLANAR', 'closed'],
  ['CLOSEDPLANAR_XOR', 'closed'],
]);
const maxRegions = 2_000;
const maxContours = 100_000;
const maxPoints = 4_000_000;

/** What may still be read of a file. */
interface Allowance {
  contours: number;
  points: number;
  omitted: number;
}

/** Reads a structure set from its DICOM JSON (PS3.3 A.19): its regions in the order of the file. */
export function readStructureSet(set: DataSet): StructureSet {
  const allowance: Allowance = { contours: maxContours, points: maxPoints, omitted: 0 };
  const drawn = new Map<number, DataSet>();
  for (const item of itemsOf(set, '30060039')) {
    const number = numberOf(item, '30060084');
    if (number !== undefined && !drawn.has(number)) drawn.set(number, item);
  }
  const regions = itemsOf(set, '30060020')
    .slice(0, maxRegions)
    .flatMap((item) => {
      const number = numberOf(item, '30060022');
      return number === undefined ? [] : [readRegion(item, number, drawn.get(number) ?? {}, allowance)];
    });
  const label = textOf(set, '30060002') ?? textOf(set, '30060004') ?? '';
  return { label, regions, omittedCount: allowance.omitted };
}

function readRegion(item: DataSet, number: number, drawn: DataSet, allowance: Allowance): Region {
  return {
    number,
    name: textOf(item, '30060026') ?? '',
    color: colorOf(drawn),
    frameOfReference: textOf(item, '30060024'),
    contours: itemsOf(drawn, '30060040').flatMap((contour) => readContour(contour, allowance) ?? []),
  };
}

function colorOf(drawn: DataSet): Color | undefined {
  const [red, green, blue] = numbersOf(drawn, '3006002A') ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  return [clamp(red), clamp(green), clamp(blue)];
}

function readContour(item: DataSet, allowance: Allowance): Contour | null {
  const kind = kinds.get(textOf(item, '30060042'));
  // not `numbersOf`, which drops what is no number: the coordinates after it would be others'
  const numbers = item['30060050']?.Value?.map(Number) ?? [];
  const isValid =
    kind !== undefined &&
    numbers.length >= 3 &&
    numbers.length % 3 === 0 &&
    numbers.every((one) => Number.isFinite(one));
  if (!isValid || allowance.contours < 1 || allowance.points < numbers.length / 3) {
    allowance.omitted++;
    return null;
  }
  allowance.contours--;
  allowance.points -= numbers.length / 3;
  return { kind, sop: textOf(itemsOf(item, '30060016')[0] ?? {}, '00081155'), points: Float64Array.from(numbers) };
}
