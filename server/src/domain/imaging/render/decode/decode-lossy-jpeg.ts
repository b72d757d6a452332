import type { Codestream } from '@medcloud/dicom';
import { addColorMarker } from '../add-color-marker.ts';
import { loadSharp } from '../encode-image.ts';
import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';

/** Returns whether an image is lossy JPEG of 8 bits. One of 12 bits has another decoder, which only renders it. */
export const isLossyJpeg8 = ({ coding, bits }: Codestream) => coding === 'jpeg' && bits === 8;

/**
 * Decodes lossy JPEG of 8 bits to gray, or to RGB by pixel. Rejects with `RenderFault`: `unsupported` also if the image
 * ends early or is damaged and its decoder would fill the rest with gray; `missing` if sharp cannot be loaded.
 */
export async function decodeLossyJpeg(
  bytes: Uint8Array,
  { photometric, samples, rows, columns }: PixelAttributes,
): Promise<Uint8Array> {
  // indexes of colors do not survive lossy compression
  if (photometric === 'PALETTE COLOR') throw new RenderFault('unsupported');
  const sharp = await loadSharp();
  const image = sharp(addColorMarker(bytes, photometric), {
    failOn: 'warning',
    ignoreIcc: true,
    limitInputPixels: rows * columns,
  });
  try {
    const { data, info } = await image
      .toColourspace(samples === 1 ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== samples || data.length !== rows * columns * samples) throw new RenderFault('unsupported');
    return data;
  } catch (error) {
    throw error instanceof RenderFault ? error : new RenderFault('unsupported', { cause: error });
  }
}
