import { statfs } from 'node:fs/promises';
import type { Finding } from '@medcloud/contract/operations/health';
import type { SealedObjects } from '../../../platform/blobs/doors.ts';
import type { Probe } from '../probe.ts';

interface Room {
  availableBytes: number;
  totalBytes: number;
}

const gibibyte = 1024 ** 3;
const lowShare = 0.1;
const lowBytes = 5 * gibibyte;
// an upload of 500 MB stands twice for a moment: as a part, and beside the one before it
const fullBytes = gibibyte;

/** What is left where the data lie and where the objects lie: the scarcer of the two. */
export function diskProbe({ objects }: { objects: Pick<SealedObjects, 'usage'> }, dataDir: string): Probe {
  return {
    name: 'disk',
    failed: 'disk-failed',
    async look() {
      const { bsize, blocks, bavail } = await statfs(dataDir);
      const { usedBytes, availableBytes } = await objects.usage();
      const data = { availableBytes: bavail * bsize, totalBytes: blocks * bsize };
      const rooms =
        availableBytes === null ? [data] : [data, { availableBytes, totalBytes: usedBytes + availableBytes }];
      return judged(rooms.reduce((scarcest, room) => (share(room) < share(scarcest) ? room : scarcest)));
    },
  };
}

const share = ({ availableBytes, totalBytes }: Room) => (totalBytes === 0 ? 0 : availableBytes / totalBytes);

function judged(room: Room): Finding {
  const params = { ...room, percent: Math.round(share(room) * 100) };
  if (room.availableBytes < fullBytes) return { code: 'disk-full', params };
  const isLow = share(room) < lowShare || room.availableBytes < lowBytes;
  return { code: isLow ? 'disk-low' : 'disk-well', params };
}
