import { frameBytes } from '@medcloud/dicom';
import type { PixelAttributes } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import type { RenderedFrame } from '../rendered-frame.ts';

/** Three parts of each pixel, of 8 bits. */
type Parts = Uint8Array | Uint8ClampedArray;

/**
 * Renders native color, low byte first, to RGBA of 8 bits: RGB, and luminance with chrominance for every pixel or every
 * second one (PS3.3 C.7.6.3.1.2). Throws `RenderFault` `unsupported` for other colors and an incomplete frame.
 */
export function renderColor(bytes: Uint8Array, attributes: PixelAttributes): RenderedFrame {
  const { rows, columns, photometric } = attributes;
  const isSubsampled = photometric === 'YBR_FULL_422';
  if (bytes.length < frameBytes(attributes) || (isSubsampled && columns % 2 > 0)) throw new RenderFault('unsupported');
  const parts = toBytes(bytes, attributes);
  const isLuminance = isSubsampled || photometric === 'YBR_FULL';
  if (!isLuminance && photometric !== 'RGB') throw new RenderFault('unsupported');
  const placed = isSubsampled ? repeatChrominance(parts) : toPixels(parts, attributes);
  const colors = isLuminance ? toRgb(placed) : placed;
  return { width: columns, height: rows, channels: 4, pixels: addAlpha(colors, rows * columns) };
}

/** Scales the stored bits of each sample to 8 (PS3.5 8.1.1). */
function toBytes(bytes: Uint8Array, attributes: PixelAttributes): Parts {
  const { bitsAllocated, bitsStored, highBit } = attributes;
  if (bitsStored === 8 && bitsAllocated === 8) return bytes;
  const sampleBytes = bitsAllocated / 8;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const range = 2 ** bitsStored;
  const shift = highBit + 1 - bitsStored;
  const scaled = new Uint8Array(Math.floor(bytes.length / sampleBytes));
  for (let index = 0; index < scaled.length; index++) {
    const word =
      sampleBytes === 1
        ? view.getUint8(index)
        : sampleBytes === 2
          ? view.getUint16(2 * index, true)
          : view.getUint32(4 * index, true);
    scaled[index] = Math.round((255 * ((word >>> shift) % range)) / (range - 1));
  }
  return scaled;
}

function toPixels(parts: Parts, { rows, columns, planarConfiguration }: PixelAttributes): Parts {
  if (planarConfiguration === 0) return parts;
  const count = rows * columns;
  const pixels = new Uint8Array(3 * count);
  for (let plane = 0; plane < 3; plane++)
    for (let index = 0; index < count; index++) pixels[3 * index + plane] = parts[plane * count + index] ?? 0;
  return pixels;
}

/** Two luminances, then the chrominance of both pixels. */
function repeatChrominance(parts: Parts): Parts {
  const pairs = Math.floor(parts.length / 4);
  const pixels = new Uint8Array(6 * pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const [first = 0, second = 0, blue = 0, red = 0] = parts.subarray(4 * pair, 4 * pair + 4);
    pixels.set([first, blue, red, second, blue, red], 6 * pair);
  }
  return pixels;
}

function toRgb(parts: Parts): Parts {
  const colors = new Uint8ClampedArray(parts.length);
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const luma = parts[at] ?? 0;
    const blue = (parts[at + 1] ?? 0) - 128;
    const red = (parts[at + 2] ?? 0) - 128;
    colors[at] = luma + 1.402 * red;
    colors[at + 1] = luma - 0.344136 * blue - 0.714136 * red;
    colors[at + 2] = luma + 1.772 * blue;
  }
  return colors;
}

function addAlpha(colors: Parts, count: number): Uint8Array {
  const pixels = new Uint8Array(4 * count).fill(255);
  for (let index = 0; index < count; index++)
    for (let channel = 0; channel < 3; channel++) pixels[4 * index + channel] = colors[3 * index + channel] ?? 0;
  return pixels;
}
