import { sql } from 'kysely';
import { atMost, shared } from '../../platform/concurrency/patience.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';

const limitMs = 3_000;
const freshMs = 1_000;

/**
 * Whether the start is done and database and storage answer now: for whoever decides if this node gets traffic, every few
 * seconds and without signing in. So it writes nothing, callers share one look while it runs and for a second after, and
 * a storage that hangs is a no.
 */
export function openReadiness(
  { db, objects, clock }: Pick<Portal, 'db' | 'objects' | 'clock'>,
  isStarted: () => boolean,
): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  let freshUntil = Number.POSITIVE_INFINITY;
  const now = () => clock.now().getTime();
  const ask = shared(() =>
    Promise.all([db.within(systemScope('health'), (tx) => sql`SELECT 1`.execute(tx)), objects.usage()]),
  );
  return async () => {
    if (!isStarted()) return false;
    if (latest !== undefined && now() <= freshUntil) return latest;
    freshUntil = Number.POSITIVE_INFINITY;
    latest = look(ask).finally(() => {
      freshUntil = now() + freshMs;
    });
    return await latest;
  };
}

async function look(ask: () => Promise<unknown>): Promise<boolean> {
  const answered = ask().then(
    () => true,
    () => false, // the health page says why; here yes or no is enough
  );
  return await atMost(limitMs, answered, () => false);
}
