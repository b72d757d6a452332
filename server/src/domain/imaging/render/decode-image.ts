import { limits } from '@medcloud/contract/limits';
import type { RandomAccess } from '@medcloud/dicom';
import { sniffDocument } from '@medcloud/dicom';
import { ImagingFault } from '../imaging-fault.ts';
import { RenderFault } from './render-fault.ts';

/** The pixels of an image without any metadata: interleaved RGB, 8 bits each. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * Decodes a JPEG or PNG upright, in sRGB, on white where it is transparent. Drops names, places and all other metadata.
 * Throws `unreadable` if it is truncated or too large, `missing` if sharp cannot be loaded.
 */
export async function decodeImage(original: RandomAccess): Promise<DecodedImage> {
  const bytes = await original.read(0, original.sizeBytes);
  // sharp has many decoders; allow only these two
  const kind = sniffDocument(bytes);
  if (kind !== 'jpg' && kind !== 'png') throw new ImagingFault('unreadable');
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new RenderFault('missing', { cause: error });
  });
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: limits.documentPixels })
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new ImagingFault('unreadable');
    return { width: info.width, height: info.height, pixels: data };
  } catch (error) {
    throw error instanceof ImagingFault ? error : new ImagingFault('unreadable', { cause: error });
  }
}
