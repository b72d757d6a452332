import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** Writes an object, reads the same bytes back, and deletes it. */
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
