import type { DrawnForm, DrawnFrame, DrawnImage, EncodedFrame } from './drawn-image.ts';
import { formHeight, formWidth } from './pixel-forms.ts';
import { syntaxCodings } from './random-forms.ts';
import { paletteFactors } from './write-image.ts';

/** What an image means, by the standard alone: stored values of gray, or colors from 0 to 255. */
export type Meaning =
  | { readonly kind: 'gray'; readonly values: readonly number[]; readonly low: number; readonly range: number }
  | { readonly kind: 'color'; readonly colors: readonly number[]; readonly tolerance: number };

const colorForms: readonly string[] = ['RGB', 'YBR_FULL', 'YBR_FULL_422', 'YBR_RCT', 'YBR_ICT'];
const grayForms: readonly string[] = ['MONOCHROME1', 'MONOCHROME2', 'PALETTE COLOR'];

/** Returns what the header makes of the frame, or null if it contradicts itself or the frame, or is unknown. */
export function meaningOf({ form, frame }: DrawnImage): Meaning | null {
  if (!isPossible(form) || syntaxCodings.get(form.transferSyntax) !== frame.coding) return null;
  const words = wordsOf(form, frame);
  if (words === null) return null;
  const { bitsStored, highBit, samples } = form;
  const shift = 2 ** (highBit + 1 - bitsStored);
  const range = 2 ** bitsStored;
  const stored = words.map((word) => (word < 0 ? word : Math.floor(word / shift) % range));
  if (samples === 3) return colorsOf(form, frame, stored);
  const isSigned = form.representation === 1;
  const values = stored.map((value) => (isSigned && value >= range / 2 ? value - range : value));
  if (form.photometric === 'PALETTE COLOR') return form.hasPalette ? lookUp(values) : null;
  return { kind: 'gray', values, low: isSigned ? -range / 2 : 0, range };
}

/** PS3.3 C.7.6.3.1, PS3.5 8.1.1. */
function isPossible(form: DrawnForm): boolean {
  const { samples, photometric, bitsAllocated, bitsStored, highBit, representation, planar } = form;
  const isColor = samples === 3 && colorForms.includes(photometric) && bitsAllocated > 1;
  if (!isColor && !(samples === 1 && grayForms.includes(photometric))) return false;
  if (![1, 8, 16, 32].includes(bitsAllocated) || bitsStored < 1) return false;
  if (highBit >= bitsAllocated || highBit < bitsStored - 1 || representation > 1) return false;
  return !isColor || (representation === 0 && planar <= 1);
}

/** Returns the samples by pixel, with all allocated bits; negative ones of an encoder that knows signs. */
function wordsOf(form: DrawnForm, frame: DrawnFrame): readonly number[] | null {
  if ('words' in frame) return decodedWords(form, frame);
  const count = form.rows * form.columns;
  if (form.bitsAllocated > 8 && form.transferSyntax === '1.2.840.10008.1.2.2' && form.vr === 'OB') return null;
  if (frame.coding === 'rle') {
    const sampleBytes = Math.ceil(form.bitsAllocated / 8);
    const { segments } = frame;
    const isFitting = segments.length === form.samples * sampleBytes && segments[0]?.length === count;
    if (!isFitting || form.bitsAllocated === 1) return null;
    return Array.from({ length: count * form.samples }, (_, at) => {
      const first = (at % form.samples) * sampleBytes;
      const pixel = Math.floor(at / form.samples);
      return segments.slice(first, first + sampleBytes).reduce((sum, segment) => sum * 256 + (segment[pixel] ?? 0), 0);
    });
  }
  const samples = form.photometric === 'YBR_FULL_422' ? 2 : form.samples;
  const length = Math.ceil((count * samples * form.bitsAllocated) / 8);
  const isFitting = frame.coding === 'deflate' ? frame.pixels.length === length : frame.pixels.length >= length;
  return isFitting ? nativeWords(form, frame.pixels, count * samples) : null;
}

function nativeWords(form: DrawnForm, bytes: Uint8Array, count: number): readonly number[] {
  const { bitsAllocated, transferSyntax, vr, planar, samples } = form;
  const sampleBytes = Math.max(1, bitsAllocated / 8);
  // PS3.5 A.3: words of 16 bits, high byte first
  const wordBytes = transferSyntax !== '1.2.840.10008.1.2.2' ? 1 : vr === 'OW' ? Math.max(2, sampleBytes) : 1;
  const byteAt = (at: number) => {
    const from = at - (at % wordBytes);
    return bytes[from + wordBytes - 1 - (at % wordBytes)] ?? 0;
  };
  const wordAt = (at: number) =>
    bitsAllocated === 1
      ? (byteAt(Math.floor(at / 8)) >> (at % 8)) & 1
      : Array.from({ length: sampleBytes }, (_, place) => byteAt(at * sampleBytes + place) * 256 ** place).reduce(
          (sum, part) => sum + part,
        );
  const isPlanar = samples === 3 && planar === 1;
  return Array.from({ length: count }, (_, at) => wordAt(isPlanar ? (at % 3) * (count / 3) + Math.floor(at / 3) : at));
}

function decodedWords(form: DrawnForm, frame: EncodedFrame): readonly number[] | null {
  const { bitsAllocated, bitsStored, highBit, rows, columns, samples } = form;
  const { bits, words, components } = frame;
  if (rows !== formHeight || columns !== formWidth || samples !== components || bits > bitsAllocated) return null;
  if (form.bitsAllocated > 16 || (frame.isSigned && form.representation === 0)) return null;
  const isAligned = highBit === bitsStored - 1;
  const moved = 2 ** (highBit + 1 - bitsStored);
  if (!isAligned && bits <= highBit) return bits === bitsStored ? words.map((word) => word * moved) : null;
  if (bits >= bitsStored || form.representation === 0) return words;
  // fewer bits than are stored: only an encoder that knows signs says which values are negative
  return frame.isSigned ? words.map((word) => (word >= 2 ** (bits - 1) ? word - 2 ** bits : word)) : null;
}

function lookUp(values: readonly number[]): Meaning {
  const colors = values.flatMap((value) => {
    const entry = Math.min(Math.max(value, 0), 255);
    return paletteFactors.map((factor) => (entry * factor) % 256);
  });
  return { kind: 'color', colors, tolerance: 0 };
}

function colorsOf(form: DrawnForm, frame: DrawnFrame, stored: readonly number[]): Meaning | null {
  const { photometric, bitsStored, columns } = form;
  const parts = stored.map((value) => (255 * value) / (2 ** bitsStored - 1));
  if (photometric === 'RGB') return { kind: 'color', colors: parts.map(Math.round), tolerance: 0 };
  if (photometric === 'YBR_FULL') return { kind: 'color', colors: toRgb(parts), tolerance: 2 };
  // only JPEG 2000 transforms the colors itself (PS3.5 8.2.4)
  if (photometric !== 'YBR_FULL_422') return null;
  if ('words' in frame || frame.coding === 'rle') return { kind: 'color', colors: toRgb(parts), tolerance: 2 };
  if (form.planar !== 0 || columns % 2 > 0) return null;
  const pairs = Array.from({ length: parts.length / 4 }, (_, pair) => parts.slice(4 * pair, 4 * pair + 4));
  const full = pairs.flatMap(([first = 0, second = 0, blue = 0, red = 0]) => [first, blue, red, second, blue, red]);
  return { kind: 'color', colors: toRgb(full), tolerance: 2 };
}

/** PS3.3 C.7.6.3.1.2, of parts from 0 to 255. */
function toRgb(parts: readonly number[]): number[] {
  const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  return Array.from({ length: parts.length / 3 }, (_, pixel) => {
    const [luma = 0, blue = 0, red = 0] = parts.slice(3 * pixel, 3 * pixel + 3);
    const [b, r] = [blue - 128, red - 128];
    return [luma + 1.402 * r, luma - 0.344136 * b - 0.714136 * r, luma + 1.772 * b].map(clamp);
  }).flat();
}
