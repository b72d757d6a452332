import { findings } from '@medcloud/contract/operations/health';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { logEvent } from '../system-log/log-event.ts';
import type { Health } from './create-health.ts';
import type { ProbeResult } from './probe.ts';
import { addToHour, lockStates, purgeOldHours, saveStates } from './store.ts';
import type { HealthStateName } from './tables.ts';

type HistoryContext = Pick<AppContext, 'db' | 'clock' | 'random'>;

/**
 * Checks the health, adds the results to the hourly history, and logs changes since the last check as system events.
 * Results of a check during shutdown are dropped.
 */
export async function recordHealthHistory(
  context: HistoryContext,
  health: Health,
  isOpen: () => boolean,
): Promise<void> {
  const { results } = await health.check();
  if (!isOpen()) return;
  const samples = results.map(({ name, code, tookMs }) => ({ name, tookMs, state: findings[code] }));
  await context.db.within(systemScope('health'), async (tx) => {
    const before = await lockStates(tx);
    await saveStates(tx, samples);
    await addToHour(tx, samples);
    await purgeOldHours(tx);
    await logChanges(context, tx, results, before);
  });
}

const codes = { ok: 'health-well', warning: 'health-warning', failed: 'health-failed' } as const satisfies Record<
  HealthStateName,
  SystemEventCode
>;

async function logChanges(
  context: HistoryContext,
  tx: Tx,
  results: readonly ProbeResult[],
  before: ReadonlyMap<string, HealthStateName>,
): Promise<void> {
  for (const { name, code, params } of results) {
    const state = findings[code];
    // a probe that is well from its first check is not logged
    if (state === (before.get(name) ?? 'ok')) continue;
    await logEvent(context, tx, codes[state], { ...params, probe: name, finding: code });
  }
}
