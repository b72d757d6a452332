import { lookUp } from './lookup-table.ts';
import type { PixelAttributes } from './pixel-attributes.ts';

/** Returns the value of a stored one after the modality's table, or the rescale (PS3.3 C.11.1). */
export function rescale({ modalityLut, slope, intercept }: PixelAttributes, stored: number): number {
  return modalityLut === null ? stored * slope + intercept : lookUp(modalityLut, stored);
}
