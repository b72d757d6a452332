/*
 * Encodes the few elements of a wrapped document, in Explicit VR Little Endian (PS3.5 7.1.2).
 */

type Vr = 'CS' | 'DA' | 'DT' | 'IS' | 'LO' | 'PN' | 'SH' | 'ST' | 'TM' | 'UI' | 'UL' | 'US';

/** Tag, VR, value; text is ASCII, and no value is longer than 64 KB. */
export type Element = readonly [tag: number, vr: Vr, value: string | number];

export const explicitLittleEndian = '1.2.840.10008.1.2.1';
// Our own UID: 2.25 and the UUID 5f0c8a5e-3f52-4f0b-9d57-6a1b3c0e7d21 in decimal (PS3.5 B.2).
export const implementation = {
  classUid: `2.25.${BigInt('0x5f0c8a5e3f524f0b9d576a1b3c0e7d21')}`,
  versionName: 'MEDCLOUD',
} as const;

/** Encodes the beginning of a file up to its data set (PS3.10 7.1). */
export function encodeMetaHeader(sopClass: string, sopInstance: string): Buffer {
  const version = Buffer.concat([encodeLongHeader(0x00020001, 'OB', 2), Buffer.from([0, 1])]);
  const rest = encodeElements([
    [0x00020002, 'UI', sopClass],
    [0x00020003, 'UI', sopInstance],
    [0x00020010, 'UI', explicitLittleEndian],
    [0x00020012, 'UI', implementation.classUid],
    [0x00020013, 'SH', implementation.versionName],
  ]);
  const length = encodeElements([[0x00020000, 'UL', version.length + rest.length]]);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM', 'latin1'), length, version, rest]);
}

/** Encodes elements in the given order, which must be the order of their tags. */
export function encodeElements(elements: readonly Element[]): Buffer {
  return Buffer.concat(elements.flatMap(encodeElement));
}

/** Encodes the header of a long binary value. The value follows, padded to an even length with a zero. */
export function encodeLongHeader(tag: number, vr: 'OB', sizeBytes: number): Buffer {
  const header = Buffer.alloc(12);
  writeTag(header, tag, vr);
  header.writeUInt32LE(sizeBytes + (sizeBytes % 2), 8);
  return header;
}

/** Returns the zero byte that pads an odd value length, or nothing. */
export function padding(sizeBytes: number): Buffer {
  return Buffer.alloc(sizeBytes % 2);
}

function encodeElement([tag, vr, value]: Element): Buffer[] {
  const bytes = encodeValue(vr, value);
  // PS3.5 6.2: spaces pad text, a zero pads a UID
  const pad = Buffer.alloc(bytes.length % 2, vr === 'UI' ? 0x00 : 0x20);
  const header = Buffer.alloc(8);
  writeTag(header, tag, vr);
  header.writeUInt16LE(bytes.length + pad.length, 6);
  return [header, bytes, pad];
}

function encodeValue(vr: Vr, value: string | number): Buffer {
  if (typeof value === 'string') return Buffer.from(value, 'latin1');
  const bytes = Buffer.alloc(vr === 'UL' ? 4 : 2);
  if (vr === 'UL') bytes.writeUInt32LE(value);
  else bytes.writeUInt16LE(value);
  return bytes;
}

function writeTag(header: Buffer, tag: number, vr: string): void {
  header.writeUInt16LE(tag >>> 16, 0);
  header.writeUInt16LE(tag & 0xffff, 2);
  header.write(vr, 4, 'latin1');
}
