import { RenderFault } from './render-fault.ts';
import type { RenderedFrame } from './render-frame.ts';

export type ImageFormat = 'webp' | 'jpeg' | 'png';

/** Maximum size of an image; it is never larger than the frame. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Encodes a rendered frame for browsers, within a size and with square pixels. Throws `missing` if sharp cannot be
 * loaded.
 */
export async function encodeImage(
  { width, height, rgba }: RenderedFrame,
  aspect: number,
  format: ImageFormat,
  within: ImageSize,
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new RenderFault('missing', { cause: error });
  });
  const [square, tall] = aspect >= 1 ? [width, height * aspect] : [width / aspect, height];
  const scale = Math.min(1, within.width / square, within.height / tall);
  const image = sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(Math.max(1, Math.round(square * scale)), Math.max(1, Math.round(tall * scale)), { fit: 'fill' })
    .removeAlpha();
  switch (format) {
    case 'webp':
      return await image.webp({ quality: 82 }).toBuffer();
    case 'jpeg':
      return await image.jpeg({ quality: 90 }).toBuffer();
    case 'png':
      return await image.png().toBuffer();
  }
}
