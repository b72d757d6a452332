import { statfs } from 'node:fs/promises';
import type { Finding } from '@medcloud/contract/operations/health';
import type { EncryptedStore } from '../../../platform/blobs/encrypted-store.ts';
import type { Probe } from '../probe.ts';

interface DiskSpace {
  availableBytes: number;
  totalBytes: number;
}

const gibibyte = 1024 ** 3;
const lowShare = 0.1;
const lowBytes = 5 * gibibyte;
// a 500 MB upload can take its space twice for a moment: as a partial file, and beside the previous file
const fullBytes = gibibyte;

/**
 * Reports the free space of the data folder or of the object store: the worse level, at equal levels the smaller share.
 */
export function diskProbe({ objects }: { objects: Pick<EncryptedStore, 'usage'> }, dataDir: string): Probe {
  return {
    name: 'disk',
    failureCode: 'disk-failed',
    async check() {
      const { bsize, blocks, bavail } = await statfs(dataDir);
      const { usedBytes, availableBytes } = await objects.usage();
      const data = { availableBytes: bavail * bsize, totalBytes: blocks * bsize };
      if (availableBytes === null) return finding(data);
      return finding(worse(data, { availableBytes, totalBytes: usedBytes + availableBytes }));
    },
  };
}

const levels = ['disk-well', 'disk-low', 'disk-full'] as const;
const share = ({ availableBytes, totalBytes }: DiskSpace) => (totalBytes === 0 ? 0 : availableBytes / totalBytes);

/** Returns the index in `levels`. */
function levelOf(space: DiskSpace): 0 | 1 | 2 {
  if (space.availableBytes < fullBytes) return 2;
  return share(space) < lowShare || space.availableBytes < lowBytes ? 1 : 0;
}

function worse(one: DiskSpace, other: DiskSpace): DiskSpace {
  const difference = levelOf(one) - levelOf(other) || share(other) - share(one);
  return difference > 0 ? one : other;
}

const finding = (space: DiskSpace): Finding => ({
  code: levels[levelOf(space)],
  params: { ...space, percent: Math.round(share(space) * 100) },
});
