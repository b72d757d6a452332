import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import { type ChainState, readChainState } from '../../audit/chain/reads.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

/** Reports how long the oldest event has waited to be chained, and the oldest record to be signed. */
export function auditChainProbe({ db }: DbContext): Probe {
  return {
    name: 'audit',
    failureCode: 'audit-failed',
    check: async () => toFinding(await db.within(systemScope('health'), readChainState)),
  };
}

function toFinding({ lagMs, seq, unsignedMs }: ChainState): Finding {
  if (lagMs >= limits.chainingLateMs) return { code: 'audit-late', params: { lagMs, records: seq } };
  if (unsignedMs >= limits.signatureLateMs) return { code: 'audit-unsigned', params: { unsignedMs, records: seq } };
  return { code: 'audit-well', params: { records: seq } };
}
