import { type CharacterSet, encodeText } from './text.ts';

/** The VRs that the phantoms need. Numbers and buffers are binary, the rest is text. */
type TextVr = 'AS' | 'CS' | 'DA' | 'DS' | 'DT' | 'IS' | 'LO' | 'LT' | 'PN' | 'SH' | 'TM' | 'UI';
type Vr = TextVr | 'AT' | 'OB' | 'OW' | 'SQ' | 'UL' | 'US';

/** Tag, VR, value. Several text values are one string with backslashes; numbers are `US` or `UL`. */
export type Element = readonly [tag: number, vr: Vr, value: string | number | Buffer];

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
// PS3.5 table 7.1-1: reserved bytes and a 32-bit length. PS3.5 6.2: VRs with a character set, and padding by blank or
// NUL.
const LONG: readonly Vr[] = ['OB', 'OW', 'SQ'];
const IN_CHARACTER_SET: readonly Vr[] = ['LO', 'LT', 'PN', 'SH'];
const PADDED_WITH_NUL: readonly Vr[] = ['OB', 'OW', 'UI'];

// Our own UID: 2.25 and the UUID 8c5649af-4ea1-4048-9f11-89bcdcb2e8b3 in decimal (PS3.5 B.2).
const IMPLEMENTATION_CLASS_UID = '2.25.186539951444886495344892079736022558899';

/**
 * Creates a DICOM Part 10 file (PS3.10 7.1) in Explicit VR Little Endian. The elements may be in any order. They must
 * contain SOP class and instance, which the meta header repeats, but not the character set, which is added.
 */
export function dicomFile(elements: readonly Element[], characterSet: CharacterSet): Buffer {
  const meta = Buffer.concat(
    dataSet(
      [
        [0x00020001, 'OB', Buffer.from([0, 1])],
        [0x00020002, 'UI', textOf(elements, 0x00080016)],
        [0x00020003, 'UI', textOf(elements, 0x00080018)],
        [0x00020010, 'UI', EXPLICIT_LITTLE_ENDIAN],
        [0x00020012, 'UI', IMPLEMENTATION_CLASS_UID],
        [0x00020013, 'SH', 'MEDCLOUD_PHANTOM'],
      ],
      characterSet,
    ),
  );
  const groupLength = dataSet([[0x00020000, 'UL', meta.length]], characterSet);
  const data = dataSet([[0x00080005, 'CS', characterSet], ...elements], characterSet);
  // A single concat, so the pixels are copied only once.
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM', 'latin1'), ...groupLength, meta, ...data]);
}

/** Returns the value of a sequence of one item (PS3.5 7.5), with texts in the default repertoire. */
export function sequenceItem(elements: readonly Element[]): Buffer {
  const item = Buffer.concat(dataSet(elements, 'ISO_IR 100'));
  const header = Buffer.alloc(8);
  header.writeUInt16LE(0xfffe, 0);
  header.writeUInt16LE(0xe000, 2);
  header.writeUInt32LE(item.length, 4);
  return Buffer.concat([header, item]);
}

function textOf(elements: readonly Element[], tag: number): string {
  const value = elements.find(([candidate]) => candidate === tag)?.[2];
  if (typeof value !== 'string') throw new Error(`A phantom needs the element ${tag.toString(16)}.`);
  return value;
}

function dataSet(elements: readonly Element[], characterSet: CharacterSet): Buffer[] {
  const inOrder = elements.toSorted(([a], [b]) => a - b);
  return inOrder.flatMap((element) => encodeElement(element, characterSet));
}

function encodeElement([tag, vr, value]: Element, characterSet: CharacterSet): Buffer[] {
  const bytes = valueBytes(vr, value, characterSet);
  const padding = Buffer.alloc(bytes.length % 2, PADDED_WITH_NUL.includes(vr) ? 0x00 : 0x20);
  const length = bytes.length + padding.length;
  const header = Buffer.alloc(LONG.includes(vr) ? 12 : 8);
  header.writeUInt16LE(tag >>> 16, 0);
  header.writeUInt16LE(tag & 0xffff, 2);
  header.write(vr, 4, 'latin1');
  if (LONG.includes(vr)) header.writeUInt32LE(length, 8);
  else header.writeUInt16LE(length, 6);
  return [header, bytes, padding];
}

function valueBytes(vr: Vr, value: string | number | Buffer, characterSet: CharacterSet): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') {
    return IN_CHARACTER_SET.includes(vr) ? encodeText(value, characterSet) : Buffer.from(value, 'latin1');
  }
  const bytes = Buffer.alloc(vr === 'UL' ? 4 : 2);
  if (vr === 'UL') bytes.writeUInt32LE(value);
  else bytes.writeUInt16LE(value);
  return bytes;
}
