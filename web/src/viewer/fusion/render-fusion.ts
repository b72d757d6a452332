import { missing } from '../mpr/slab.ts';

/** How a PET lies over an image. */
export interface PetColors {
  /** Of the PET, 0 to 1. */
  readonly opacity: number;
  /** 256 colors, as red, green and blue. */
  readonly palette: Uint8Array;
  /** The value of the last color; 0 has the first. In the unit of the values. */
  readonly upper: number;
}

/**
 * Puts a PET over an image that is rendered in gray, by parts of both (`opacity`). Where the PET has no value, or the
 * image is hatched, the pixel stays as it is. A channel differs from the exact color by less than 1.
 */
export function blendPet(
  image: Float32Array,
  pet: Float32Array,
  { opacity, palette, upper }: PetColors,
  pixels: Uint32Array,
): void {
  const [grays, colors] = [new Uint32Array(256), new Uint32Array(256)];
  for (let level = 0; level < 256; level++) {
    grays[level] = Math.round(level * (1 - opacity)) * 0x01_01_01;
    // half rounded down, so that the sum of both stays within a byte
    const [red, green, blue] = [0, 1, 2].map((channel) =>
      Math.ceil((palette[level * 3 + channel] ?? 0) * opacity - 0.5),
    );
    colors[level] = ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0);
  }
  const factor = 255 / upper;
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const value = pet[pixel] ?? Number.NaN;
    if (!(value > missing) || image[pixel] === missing) continue; // NaN is outside
    const color = value * factor + 0.5;
    const level = color <= 0 ? 0 : color >= 255 ? 255 : color | 0;
    pixels[pixel] = 0xff_00_00_00 | ((grays[(pixels[pixel] ?? 0) & 0xff] ?? 0) + (colors[level] ?? 0));
  }
}
