import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import { type ChainState, readChainState } from '../../audit/chain/reads.ts';
import type { Restore, RestoreReader } from '../../audit/chain/restore-reader.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

const restoreWarningMs = 30 * 86_400_000;

/**
 * Reports how long the oldest event has waited to be chained, and the oldest record to be signed; else, for good, when
 * the log was continued after a restore, because whoever rolls it back can sign that it was one.
 */
export function auditChainProbe(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  restores: Pick<RestoreReader, 'read'>,
): Probe {
  return {
    name: 'audit',
    failureCode: 'audit-failed',
    async check() {
      const state = await db.within(systemScope('health'), readChainState);
      return findLate(state) ?? toFinding(state, await restores.read(), clock.now());
    },
  };
}

function findLate({ lagMs, seq, unsignedMs }: ChainState): Finding | null {
  if (lagMs >= limits.chainingLateMs) return { code: 'audit-late', params: { lagMs, records: seq } };
  if (unsignedMs >= limits.signatureLateMs) return { code: 'audit-unsigned', params: { unsignedMs, records: seq } };
  return null;
}

function toFinding({ seq }: ChainState, restores: readonly Restore[], now: Date): Finding {
  const last = restores.at(-1);
  if (last === undefined) return { code: 'audit-well', params: { records: seq } };
  const isRecent = now.getTime() - new Date(last.at).getTime() < restoreWarningMs;
  const params = { records: seq, number: last.seq, day: last.at.slice(0, 10), count: restores.length };
  return { code: isRecent ? 'audit-restored' : 'audit-restored-earlier', params };
}
