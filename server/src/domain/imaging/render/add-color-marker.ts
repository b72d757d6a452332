/** Color information of a JPEG image before its pixels (ITU-T T.81 B.2). */
interface JpegColors {
  /** APP0 of JFIF: its colors are YCbCr. */
  isJfif: boolean;
  /** The transform in Adobe's APP14 (ITU-T T.872 6.5.3): 0 none, 1 YCbCr. */
  adobe: number | null;
  /** Sampling factors of each component. */
  samplings: readonly number[];
}

const marker = { app0: 0xe0, app14: 0xee, scan: 0xda };
// Lossy frame types; lossless JPEG has no color transform.
const lossyStarts: readonly number[] = [0xc0, 0xc1, 0xc2];
const noTransform = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/**
 * Adds Adobe's marker to an RGB JPEG image that does not state its color space, because decoders assume YCbCr for
 * three components. PS3.5 8.2.1: the data set's photometric interpretation states how to read the pixels. Markers of
 * the image itself take precedence, and so does subsampled color, which RGB never has.
 */
export function addColorMarker(jpeg: Uint8Array, photometric: string): Uint8Array {
  if (photometric !== 'RGB') return jpeg;
  const colors = parseColors(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
  if (colors === null || colors.isJfif || colors.adobe !== null || colors.samplings.length !== 3) return jpeg;
  const isSubsampled = new Set(colors.samplings).size > 1;
  return isSubsampled ? jpeg : Buffer.concat([jpeg.subarray(0, 2), noTransform, jpeg.subarray(2)]);
}

/** Returns null unless the bytes are a lossy JPEG image. */
function parseColors(jpeg: Buffer): JpegColors | null {
  const colors: JpegColors = { isJfif: false, adobe: null, samplings: [] };
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const kind = jpeg[at + 1] ?? 0;
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
    if (kind === marker.scan) break;
    if (kind === marker.app0 && segment.toString('latin1', 0, 5) === 'JFIF\0') colors.isJfif = true;
    // decoders ignore a shorter one
    if (kind === marker.app14 && segment.length >= 12 && segment.toString('latin1', 0, 5) === 'Adobe')
      colors.adobe = segment[11] ?? 0;
    if (lossyStarts.includes(kind)) colors.samplings = samplingsOf(segment);
    at += 4 + segment.length;
  }
  return colors.samplings.length === 0 ? null : colors;
}

function samplingsOf(frame: Buffer): number[] {
  return Array.from({ length: frame[5] ?? 0 }, (_, place) => frame[7 + place * 3] ?? 0);
}
