import type { Portal } from '../../portal/portal.ts';
import type { Probe } from '../probe.ts';

/** The store takes an object, gives the same bytes back, and lets it go. */
export function storageProbe({ objects }: Pick<Portal, 'objects'>): Probe {
  return {
    name: 'storage',
    failed: 'storage-failed',
    slow: { afterMs: 2_000, finding: 'storage-slow' },
    async look() {
      await objects.probe();
      return { code: 'storage-well', params: {} };
    },
  };
}
