import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** The store takes an object, gives the same bytes back, and lets it go. */
export function storageProbe({ objects }: Pick<AppContext, 'objects'>): Probe {
  return {
    name: 'storage',
    failureCode: 'storage-failed',
    slow: { afterMs: 2_000, finding: 'storage-slow' },
    async check() {
      await objects.probe();
      return { code: 'storage-well', params: {} };
    },
  };
}
