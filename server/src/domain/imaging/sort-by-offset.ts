import { segmentBytes } from '../../platform/blobs/container.ts';
import type { ManifestInstance } from './index/manifest.ts';

/** What is said of an instance in its exam's original. */
type InstanceLocation = Pick<ManifestInstance, 'method' | 'dataOffset' | 'size'>;

/** So far ahead it costs less to open what lies between than to begin anew. */
export const maxGapBytes = 2 * segmentBytes;

/**
 * Instances in the order in which they lie in their exam's original. An archive holds its files in no order: read in the series'
 * own, each image began a reading anew, opened half of its sealed frames twice, and fetched three times what it needed.
 */
export function sortByOffset<Item extends { readonly instance: InstanceLocation }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => a.instance.dataOffset - b.instance.dataOffset);
}

/** For each stored instance where the reading ends that reaches it: what lies near behind one another is read in one go. */
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
