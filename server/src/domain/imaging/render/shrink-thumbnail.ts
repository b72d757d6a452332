import { RenderFault } from './render-fault.ts';

// 48 CSS pixels of a list on a screen of double density.
const sidePixels = 96;

/** Makes a stored thumbnail smaller, for a list. Rejects with `RenderFault` `missing` if sharp cannot be loaded. */
export async function shrinkThumbnail(webp: Uint8Array): Promise<Buffer> {
  const { default: sharp } = await import('sharp').catch((error: unknown) => {
    throw new RenderFault('missing', { cause: error });
  });
  return await sharp(webp)
    .resize(sidePixels, sidePixels, { fit: 'inside' })
    .webp({ quality: 75, effort: 2 })
    .toBuffer();
}
