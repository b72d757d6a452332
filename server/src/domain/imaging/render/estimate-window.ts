import type { PixelAttributes, Window } from './pixel-attributes.ts';
import { rescale } from './rescale.ts';

// Pixels sampled at equal steps to find the range of values.
const maxSamples = 65_536;
// Values outside are air around the patient, metal, or burnt-in text.
const lowShare = 0.01;
const highShare = 0.99;

/**
 * Estimates a window for native gray pixels whose file has none: between the first and the last percent of their
 * values.
 */
export function estimateWindow(pixels: Uint8Array | Uint16Array, attributes: PixelAttributes): Window {
  const { bitsStored, highBit, isSigned } = attributes;
  const step = Math.max(1, Math.floor(pixels.length / maxSamples));
  const samples = new Int32Array(Math.ceil(pixels.length / step));
  const range = 2 ** bitsStored;
  const shift = highBit + 1 - bitsStored;
  for (let index = 0; index < samples.length; index++) {
    // the stored bits as a number (PS3.5 8.1.1)
    const raw = ((pixels[index * step] ?? 0) >>> shift) & (range - 1);
    samples[index] = isSigned && raw >= range / 2 ? raw - range : raw;
  }
  samples.sort();
  const at = (share: number) =>
    rescale(attributes, samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? 0);
  const ends = [at(lowShare), at(highShare)];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { center: (low + high) / 2, width: Math.max(1, high - low), shape: 'linear' };
}
