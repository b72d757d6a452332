import type { Encoding } from '../src/element-header.ts';

/** Writes Pixel Data with an empty offset table and one fragment for each frame (PS3.5 A.4). */
export function encapsulate(frames: readonly Uint8Array[], encoding: Encoding): Uint8Array {
  const item = (element: number, length: number) => words([0xfffe, element], length, encoding);
  const fragments = frames.map((bytes) => {
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    return Buffer.concat([item(0xe000, padded.length), padded]);
  });
  const vr = encoding.isExplicitVr ? Buffer.from('OB\0\0') : Buffer.alloc(0);
  const header = words([0x7fe0, 0x0010], 0xffffffff, encoding);
  const start = Buffer.concat([header.subarray(0, 4), vr, header.subarray(4)]);
  return Buffer.concat([start, item(0xe000, 0), ...fragments, item(0xe0dd, 0)]);
}

/** A tag and a length, as of elements without a VR. */
function words([group, element]: readonly [number, number], length: number, { isLittleEndian }: Encoding): Buffer {
  const bytes = Buffer.alloc(8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  view.setUint16(0, group, isLittleEndian);
  view.setUint16(2, element, isLittleEndian);
  view.setUint32(4, length, isLittleEndian);
  return bytes;
}
