// PS3.5 table 7.1-1: these have two reserved bytes and a 32-bit length, the others a 16-bit length.
const longVrs: readonly string[] = 'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' ');
const maxShortLength = 0xffff;

/**
 * Encodes the header of an element in Explicit VR Little Endian (PS3.5 7.1.2). A value that is too long for the length
 * of its VR is written as UN (PS3.5 6.2.2).
 */
export function encodeElementHeader(tag: number, vr: string, length: number): Uint8Array<ArrayBuffer> {
  const usedVr = longVrs.includes(vr) || length <= maxShortLength ? vr : 'UN';
  const isLong = longVrs.includes(usedVr);
  const header = new Uint8Array(isLong ? 12 : 8);
  const view = new DataView(header.buffer);
  view.setUint16(0, tag >>> 16, true);
  view.setUint16(2, tag & 0xffff, true);
  header.set([usedVr.charCodeAt(0), usedVr.charCodeAt(1)], 4);
  if (isLong) view.setUint32(8, length, true);
  else view.setUint16(6, length, true);
  return header;
}

/** Encodes text of ASCII in an even length (PS3.5 6.2): a zero pads a UID, a space other text. */
export function encodeAscii(text: string, vr: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length + (text.length % 2)).fill(vr === 'UI' ? 0 : 0x20);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
