import type { PaintedFrame } from './paint-frame.ts';
import { PictureFault } from './picture-fault.ts';

export type PictureFormat = 'webp' | 'jpeg' | 'png';

/** How large a picture may be; it is never made larger than the frame. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A painted frame as a file for a browser, within a size, its pixels made square. `missing` where sharp cannot be loaded. */
export async function encodePicture(
  { width, height, rgba }: PaintedFrame,
  aspect: number,
  format: PictureFormat,
  within: PictureSize,
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new PictureFault('missing', { cause: error });
  });
  const [square, tall] = aspect >= 1 ? [width, height * aspect] : [width / aspect, height];
  const scale = Math.min(1, within.width / square, within.height / tall);
  const picture = sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize(Math.max(1, Math.round(square * scale)), Math.max(1, Math.round(tall * scale)), { fit: 'fill' })
    .removeAlpha();
  switch (format) {
    case 'webp':
      return await picture.webp({ quality: 82 }).toBuffer();
    case 'jpeg':
      return await picture.jpeg({ quality: 90 }).toBuffer();
    case 'png':
      return await picture.png().toBuffer();
  }
}
