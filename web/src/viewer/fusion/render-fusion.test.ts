import { expect, it } from 'vitest';
import { renderPlane } from '../mpr/render-plane.ts';
import { missing } from '../mpr/slab.ts';
import { paletteOf } from './color-palettes.ts';
import { blendPet } from './render-fusion.ts';

const voi = { window: { width: 256, center: 127.5 }, isInverted: false };
const channels = (pixel = 0) => [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff, pixel >>> 24];

/** Renders values with a PET over them. */
function render(image: Float32Array, pet: Float32Array, opacity: number): number[][] {
  const pixels = new Uint32Array(image.length);
  renderPlane(image, image.length, voi, pixels);
  blendPet(image, pet, { opacity, palette: paletteOf('hotMetalBlue'), upper: 7 }, pixels);
  return [...pixels].map(channels);
}

it.each([0, 0.35, 0.5, 1])('mixes gray and color by the opacity %s, within one level', (opacity) => {
  const count = 256 * 15;
  const image = Float32Array.from({ length: count }, (_, at) => at % 256);
  const pet = Float32Array.from({ length: count }, (_, at) => Math.floor(at / 256) * 0.55);
  let worst = 0;
  for (const [at, [red = 0, green = 0, blue = 0, alpha]] of render(image, pet, opacity).entries()) {
    const level = Math.max(0, Math.floor(((image[at] ?? 0) - 127.5) * (255 / 256) + 127.5));
    const index = Math.min(255, Math.floor(((pet[at] ?? 0) / 7) * 255 + 0.5));
    for (const [channel, value] of [red, green, blue].entries()) {
      const color = paletteOf('hotMetalBlue')[index * 3 + channel] ?? 0;
      worst = Math.max(worst, Math.abs(value - (level * (1 - opacity) + color * opacity)));
    }
    if (alpha !== 255) throw new Error('A pixel is transparent');
  }
  expect(worst).toBeLessThanOrEqual(1);
});

it('keeps the image where the PET has no value, and the hatching of missing images', () => {
  const image = Float32Array.of(200, 200, missing);
  const [outside, gap, hatched] = render(image, Float32Array.of(Number.NaN, missing, 7), 1);
  const [gray, , hatchOnly] = render(image, Float32Array.of(Number.NaN, Number.NaN, Number.NaN), 1);
  expect([outside, gap, hatched]).toEqual([gray, gray, hatchOnly]);
});
