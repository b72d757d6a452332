import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import { systemScope } from '../../authorization/may.ts';
import type { Portal } from '../../portal/portal.ts';
import { readSealState, type SealState } from '../../trail/store.ts';
import type { Probe } from '../probe.ts';

/** How long the oldest event has waited for its seal, and the oldest record for a signature. */
export function trailProbe({ db }: Pick<Portal, 'db'>): Probe {
  return {
    name: 'audit',
    failed: 'audit-failed',
    look: async () => judged(await db.within(systemScope('health'), readSealState)),
  };
}

function judged({ lagMs, seq, unsignedMs }: SealState): Finding {
  if (lagMs >= limits.sealLateMs) return { code: 'audit-late', params: { lagMs, records: seq } };
  if (unsignedMs >= limits.signatureLateMs) return { code: 'audit-unsigned', params: { unsignedMs, records: seq } };
  return { code: 'audit-well', params: { records: seq } };
}
