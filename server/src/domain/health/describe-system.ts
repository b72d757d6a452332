import { findings, formatFinding } from '@medcloud/contract/operations/health';
import type { SystemInfo } from '@medcloud/contract/shapes/operations';
import { withTimeout } from '../../platform/concurrency/timeouts.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Health } from './create-health.ts';
import type { ProbeResult } from './probe.ts';
import { countStorage, type HealthHourRow, listHours, type StorageFacts } from './store.ts';

/** The storage and the health of the portal, looked at now. */
export async function describeSystem(context: AppContext, scope: AdminScope, health: Health): Promise<SystemInfo> {
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

async function showStorage({ objects }: AppContext, facts: StorageFacts): Promise<SystemInfo['storage']> {
  // a store that does not answer is told of among the probes
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
const maxDays = 10 * 365; // further ahead nobody's pace holds

function daysLeft({ recentBytes, recentDays }: StorageFacts, available: number | null): number | null {
  if (available === null || recentBytes === 0) return null;
  const days = Math.floor(available / (recentBytes / recentDays));
  return days > maxDays ? null : days;
}

function showProbe(result: ProbeResult, hours: readonly HealthHourRow[]): SystemInfo['health'][number] {
  const { name, code, params, tookMs } = result;
  const { state } = findings[code];
  return {
    name,
    ok: state !== 'failed',
    detail: formatFinding(result, 'en'),
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
