import type { PixelAttributes, Window } from './pixel-attributes.ts';

// Pixels sampled at equal steps to find the range of values.
const maxSamples = 65_536;
// Values outside are air around the patient, metal, or burnt-in text.
const lowShare = 0.01;
const highShare = 0.99;

/**
 * Estimates a window for native gray pixels whose file has none: between the first and the last percent of their
 * values.
 */
export function estimateWindow(pixels: DataView, attributes: PixelAttributes, isLittleEndian: boolean): Window | null {
  const { bitsAllocated, bitsStored, isSigned, slope, intercept } = attributes;
  const bytes = bitsAllocated / 8;
  if (bytes !== 1 && bytes !== 2) return null;
  const count = Math.floor(pixels.byteLength / bytes);
  const step = Math.max(1, Math.floor(count / maxSamples));
  const values: number[] = [];
  for (let index = 0; index < count; index += step) {
    const raw = bytes === 1 ? pixels.getUint8(index) : pixels.getUint16(index * 2, isLittleEndian);
    values.push(storedValue(raw, bitsStored, isSigned) * slope + intercept);
  }
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const [low, high] = [at(lowShare), at(highShare)];
  return { center: (low + high) / 2, width: Math.max(1, high - low) };
}

/** Returns the stored bits as a number (PS3.5 8.1.1). */
function storedValue(raw: number, bitsStored: number, isSigned: boolean): number {
  const range = 2 ** bitsStored;
  const value = raw % range;
  return isSigned && value >= range / 2 ? value - range : value;
}
