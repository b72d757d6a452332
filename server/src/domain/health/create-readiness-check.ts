import { sql } from 'kysely';
import { singleFlight, withTimeout } from '../../platform/concurrency/timeouts.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';

const timeoutMs = 3_000;
const maxAgeMs = 1_000;

/**
 * Whether the start is done and database and storage answer now: for whoever decides if this node gets traffic, every few
 * seconds and without signing in. So it writes nothing, callers share one look while it runs and for a second after, and
 * a storage that hangs is a no.
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
    () => false, // the health page says why; here yes or no is enough
  );
  return await withTimeout(timeoutMs, isAnswered, () => false);
}
