import { lookUp, type Palette } from '../lookup-table.ts';
import type { PixelAttributes, Window } from '../pixel-attributes.ts';
import { createShades, shareFunctionOf } from '../render-gray.ts';
import type { RenderedFrame } from '../rendered-frame.ts';
import { storedPixels, storedValues } from '../stored-pixels.ts';

/** A gray image with colors for some of its values, or one of colors alone. */
type ColoredAttributes = PixelAttributes & { readonly palette: Palette };

/** Returns whether `renderPalette` renders such frames: one sample per pixel in 8 or 16 bits, with a palette. */
export function hasColors(attributes: PixelAttributes): attributes is ColoredAttributes {
  const { samples, photometric, bitsAllocated, bitsStored, highBit, palette, hasSupplementalPalette } = attributes;
  const isColored = photometric === 'PALETTE COLOR' || hasSupplementalPalette;
  const hasFullBytes = bitsAllocated === 8 || bitsAllocated === 16;
  return isColored && palette !== null && samples === 1 && hasFullBytes && highBit >= bitsStored - 1;
}

/**
 * Renders native pixels, low byte first, with a palette to RGBA of 8 bits. Values before and after the palette have its
 * first and last color (PS3.3 C.7.6.3.1.5); those before a supplemental palette are gray (C.7.6.19). Throws `RenderFault`
 * `unsupported` for an incomplete frame.
 */
export function renderPalette(
  bytes: Uint8Array,
  attributes: ColoredAttributes,
  requestedWindow: Window | null,
): RenderedFrame {
  const { rows, columns, bitsStored, highBit } = attributes;
  const stored = storedPixels(bytes, attributes);
  const shift = highBit + 1 - bitsStored;
  const colors = createColors(stored, attributes, requestedWindow);
  const mask = 2 ** bitsStored - 1;
  const pixels = new Uint8Array(4 * stored.length).fill(255);
  for (let index = 0; index < stored.length; index++) {
    const from = 3 * (((stored[index] ?? 0) >>> shift) & mask);
    for (let channel = 0; channel < 3; channel++) pixels[4 * index + channel] = colors[from + channel] ?? 0;
  }
  return { width: columns, height: rows, channels: 4, pixels };
}

/** Returns red, green and blue of each stored value, read as an unsigned number. */
function createColors(
  stored: Uint8Array | Uint16Array,
  attributes: ColoredAttributes,
  requestedWindow: Window | null,
): Uint8Array {
  const { palette, photometric } = attributes;
  const isSupplemental = photometric !== 'PALETTE COLOR';
  const shades = isSupplemental
    ? createShades(attributes, shareFunctionOf(stored, attributes, requestedWindow))
    : new Uint8Array();
  const values = storedValues(attributes);
  const colors = new Uint8Array(3 * values.length);
  for (let raw = 0; raw < values.length; raw++) {
    const value = values[raw] ?? 0;
    const isGray = isSupplemental && value < palette[0].first;
    for (const [channel, table] of palette.entries())
      colors[3 * raw + channel] = isGray
        ? (shades[raw] ?? 0)
        : Math.round((255 * lookUp(table, value)) / (2 ** table.bits - 1));
  }
  return colors;
}
