import { sql } from 'kysely';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';

const limitMs = 3_000;

/**
 * Whether database and storage answer now: for whoever decides if this node gets traffic, every few seconds and without
 * signing in. So it writes nothing, callers at once share one look, and a storage that hangs is a no.
 */
export function openReadiness(portal: Pick<Portal, 'db' | 'objects'>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return () => {
    running ??= look(portal).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function look({ db, objects }: Pick<Portal, 'db' | 'objects'>): Promise<boolean> {
  const answered = Promise.all([
    db.within(systemScope('health'), (tx) => sql`SELECT 1`.execute(tx)),
    objects.usage(),
  ]).then(
    () => true,
    () => false, // the health page says why; here yes or no is enough
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer));
}
