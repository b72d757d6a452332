import type { Finding } from '@medcloud/contract/operations/health';
import type { JobCounts } from '../../../platform/queue/queue.ts';
import type { AppContext } from '../../core/context.ts';
import type { Probe } from '../probe.ts';

// The job of a killed worker runs again within 60 s (decision 004); until then it is not late.
const lateAfterMs = 60_000;
const stuckAfterMs = 10 * 60_000; // the lifetime of a verification code: a job that waits longer is useless

/** Reports how long the oldest due job has waited, and the number of dead jobs. */
export function queueProbe({ queue }: Pick<AppContext, 'queue'>): Probe {
  return { name: 'queue', failureCode: 'queue-failed', check: async () => toFinding(await queue.countJobs()) };
}

function toFinding({ waiting, overdueMs, dead }: JobCounts): Finding {
  if (overdueMs >= stuckAfterMs) return { code: 'queue-stuck', params: { overdueMs, waiting } };
  if (overdueMs >= lateAfterMs) return { code: 'queue-late', params: { overdueMs, waiting } };
  if (dead > 0) return { code: 'queue-dead', params: { dead } };
  return { code: 'queue-well', params: { waiting } };
}
