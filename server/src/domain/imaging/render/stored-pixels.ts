import type { PixelForm } from '@medcloud/dicom';
import { RenderFault } from './render-fault.ts';

/**
 * Returns native pixels of one sample in 8 or 16 bits, low byte first, as numbers; without a copy where their place in
 * memory allows it. Throws `RenderFault` `unsupported` for an incomplete frame.
 */
export function storedPixels(
  bytes: Uint8Array,
  { rows, columns, bitsAllocated }: Pick<PixelForm, 'rows' | 'columns' | 'bitsAllocated'>,
): Uint8Array | Uint16Array {
  const count = rows * columns;
  const sizeBytes = count * (bitsAllocated / 8);
  if (count === 0 || bytes.length < sizeBytes) throw new RenderFault('unsupported');
  if (bitsAllocated === 8) return bytes.subarray(0, count);
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Uint8Array.from(bytes.subarray(0, sizeBytes));
  return new Uint16Array(aligned.buffer, aligned.byteOffset, count);
}

/**
 * Returns the value of each combination of stored bits (PS3.5 8.1.1), in the order of those bits read as unsigned.
 */
export function storedValues({ bitsStored, isSigned }: Pick<PixelForm, 'bitsStored' | 'isSigned'>): Int32Array {
  const count = 2 ** bitsStored;
  const values = new Int32Array(count);
  for (let raw = 0; raw < count; raw++) values[raw] = isSigned && raw >= count / 2 ? raw - count : raw;
  return values;
}
