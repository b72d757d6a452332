import { segmentBytes } from '../../platform/blobs/container.ts';
import type { ManifestInstance } from './index/manifest.ts';

/** Position of an instance in its exam's original. */
type InstanceLocation = Pick<ManifestInstance, 'method' | 'dataOffset' | 'size'>;

/** Up to this gap, decrypting what lies between costs less than starting a new read. */
export const maxGapBytes = 2 * segmentBytes;

/**
 * Sorts instances by their offset in the exam's original. An archive stores its files in any order. In the series' own
 * order each image started a new read, decrypted half of its segments twice, and fetched three times the needed bytes.
 */
export function sortByOffset<Item extends { readonly instance: InstanceLocation }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.instance.dataOffset - b.instance.dataOffset);
}

/**
 * Returns for each stored instance the end of the read that covers it: instances close to one another share one read.
 */
export function findReadEnds<One extends InstanceLocation>(instances: readonly One[]): Map<One, number> {
  const ends = new Map<One, number>();
  let next: { readonly start: number; readonly end: number } | undefined;
  for (const instance of instances.toReversed()) {
    const { dataOffset: start, size, method } = instance;
    if (method !== 'stored') continue;
    const isNear = next !== undefined && next.start >= start + size && next.start <= start + size + maxGapBytes;
    const end = isNear && next !== undefined ? next.end : start + size;
    ends.set(instance, end);
    next = { start, end };
  }
  return ends;
}
