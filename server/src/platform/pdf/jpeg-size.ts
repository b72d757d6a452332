/** Size of a JPEG image in pixels, and its components: 1 is gray. */
export interface JpegSize {
  readonly width: number;
  readonly height: number;
  readonly components: number;
}

// ITU-T T.81 B.1.1.3: start of frame, but for tables of Huffman codes (C4), extensions (C8) and arithmetic codes (CC)
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads a JPEG image's size from its first frame header (ITU-T T.81 B.2.2). Throws a RangeError without one. */
export function readJpegSize(jpeg: Buffer): JpegSize {
  for (let at = 2; at + 10 <= jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (!isStartOfFrame(jpeg.readUInt8(at + 1))) continue;
    return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7), components: jpeg.readUInt8(at + 9) };
  }
  throw new RangeError('The JPEG image has no frame header.');
}
