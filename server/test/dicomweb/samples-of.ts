import sharp from 'sharp';

export interface Samples {
  width: number;
  height: number;
  /** Red, green and blue of each pixel. */
  rgb: Buffer;
}

/** Decodes an encoded image to its samples. */
export async function samplesOf(image: Uint8Array): Promise<Samples> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}
