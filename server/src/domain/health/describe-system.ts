import { findings } from '@medcloud/contract/operations/health';
import type { SystemInfo } from '@medcloud/contract/shapes/operations';
import { formatFinding } from '@medcloud/text/format-finding';
import { serverTranslator } from '@medcloud/text/node';
import { withTimeout } from '../../platform/concurrency/timeouts.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, StorageContext } from '../core/context.ts';
import type { Health } from './create-health.ts';
import type { ProbeResult } from './probe.ts';
import { countStorage, type HealthHourRow, listHours, type StorageFacts } from './store.ts';

/** Returns the current storage use and health of the portal. */
export async function describeSystem(context: StorageContext, scope: AdminScope, health: Health): Promise<SystemInfo> {
  const { checkedAt, results } = await health.check();
  const { facts, hours } = await context.db.within(scope, async (tx) => ({
    facts: await countStorage(tx),
    hours: await listHours(tx),
  }));
  return {
    storage: await showStorage(context, facts),
    health: results.map((result) => showProbe(result, hours)),
    checkedAt: checkedAt.toISOString(),
  };
}

async function showStorage(
  { objects }: Pick<AppContext, 'objects'>,
  facts: StorageFacts,
): Promise<SystemInfo['storage']> {
  // the storage probe reports a store that does not respond
  const usage = objects.usage().then(
    ({ availableBytes }) => availableBytes,
    () => null,
  );
  const available = await withTimeout(usageTimeoutMs, usage, () => null);
  return {
    type: objects.isCloud ? 'S3' : 'Local Storage',
    isCloudStorage: objects.isCloud,
    used: facts.usedBytes,
    available,
    fileCount: facts.fileCount,
    daysLeft: daysLeft(facts, available),
  };
}

const usageTimeoutMs = 2_000;
const maxDays = 10 * 365; // growth is not predictable any further ahead

function daysLeft({ recentBytes, recentDays }: StorageFacts, available: number | null): number | null {
  if (available === null || recentBytes === 0) return null;
  const days = Math.floor(available / (recentBytes / recentDays));
  return days > maxDays ? null : days;
}

function showProbe(result: ProbeResult, hours: readonly HealthHourRow[]): SystemInfo['health'][number] {
  const { name, code, params, tookMs } = result;
  const state = findings[code];
  return {
    name,
    ok: state !== 'failed',
    detail: formatFinding(serverTranslator('health', 'en'), result, 'en'),
    state,
    code,
    params,
    tookMs,
    hours: hours
      .filter((each) => each.name === name)
      .map(({ hour, checks, warnings, failures, slowestMs }) => ({
        hour: hour.toISOString(),
        checks,
        warnings,
        failures,
        slowestMs,
      })),
  };
}
