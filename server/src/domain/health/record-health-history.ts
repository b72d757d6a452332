import { findings } from '@medcloud/contract/operations/health';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { Tx } from '../../platform/db/database.ts';
import type { HealthStateName } from '../../platform/db/schema/schema.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import { logEvent } from '../system-log/log-event.ts';
import type { Health } from './create-health.ts';
import type { ProbeResult } from './probe.ts';
import { addToHour, lockStates, purgeOldHours, saveStates } from './store.ts';

type HistoryContext = Pick<AppContext, 'db' | 'clock' | 'random'>;

/**
 * Looks, adds the look to the last day's hours, and tells the system log of what has changed since the last look. What was
 * seen while the portal shut down is not kept.
 */
export async function recordHealthHistory(
  context: HistoryContext,
  health: Health,
  isOpen: () => boolean,
): Promise<void> {
  const { results } = await health.check();
  if (!isOpen()) return;
  const samples = results.map(({ name, code, tookMs }) => ({ name, tookMs, state: findings[code].state }));
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
    const { state } = findings[code];
    // well from the first look on is no news
    if (state === (before.get(name) ?? 'ok')) continue;
    await logEvent(context, tx, codes[state], { ...params, probe: name, finding: code });
  }
}
