import * as core from '@cornerstonejs/core';
import type { Frame } from '../../loading/frames.ts';
import type { ImageValues } from './volume.ts';

function valuesOf(image: core.Types.IImage): ImageValues {
  if (image.numberOfComponents !== 1) throw new Error('A rendered image has no values');
  return { values: image.getPixelData(), columns: image.columns, rows: image.rows };
}

/** Loads an image's values for a volume, without the cache of decoded images. */
export async function loadImageValues({ imageId }: Frame): Promise<ImageValues> {
  return valuesOf(await core.imageLoader.loadImage(imageId));
}

/** Returns an image's values from the cache of decoded images. */
export function decodedValues({ imageId }: Frame): ImageValues | undefined {
  const image = core.cache.getImage(imageId);
  return image?.numberOfComponents === 1 ? valuesOf(image) : undefined;
}
