import { sql } from 'kysely';
import { singleFlight, withTimeout } from '../../platform/concurrency/timeouts.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';

const timeoutMs = 3_000;
const maxAgeMs = 1_000;

/**
 * Creates a check that returns whether the start is complete and database and storage respond. Load balancers call it
 * every few seconds without signing in. It therefore writes nothing, shares one check among callers and for a second
 * after it, and returns false if the storage hangs.
 */
export function createReadinessCheck(
  { db, objects, clock }: Pick<AppContext, 'db' | 'objects' | 'clock'>,
  isStarted: () => boolean,
): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  let freshUntil = Number.POSITIVE_INFINITY;
  const now = () => clock.now().getTime();
  const check = singleFlight(() =>
    Promise.all([db.within(systemScope('health'), (tx) => sql`SELECT 1`.execute(tx)), objects.usage()]),
  );
  return async () => {
    if (!isStarted()) return false;
    if (latest !== undefined && now() <= freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = isAnswering(check).finally(() => {
      freshUntil = now() + maxAgeMs;
    });
    return await latest;
  };
}

async function isAnswering(check: () => Promise<unknown>): Promise<boolean> {
  const isAnswered = check().then(
    () => true,
    () => false, // the health page shows the cause
  );
  return await withTimeout(timeoutMs, isAnswered, () => false);
}
