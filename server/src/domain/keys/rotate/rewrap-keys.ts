import { wrapKey } from '../../../platform/blobs/keys.ts';
import type { Random } from '../../../platform/ids/random.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { Database } from '../../database.ts';
import type { AppKeys } from '../app-keys.ts';
import { findServiceKeys } from '../store.ts';
import { listWrappedKeys, updateServiceKey, updateWrappedKeys } from './rotation-rows.ts';

interface RewrapContext {
  db: Database;
  keys: Pick<AppKeys, 'masters'>;
  random: Random;
}

/** One transaction wraps so many keys: an interruption loses less than a second of work. */
const batchSize = 2_000;

/** Wraps all service keys, of which there are a few, with another master key. Returns how many it had not wrapped. */
export async function rewrapServiceKeys({ db, keys: { masters }, random }: RewrapContext, to: number): Promise<number> {
  return await db.within(systemScope('rotation'), async (tx) => {
    let count = 0;
    for (const [name, stored] of await findServiceKeys(tx)) {
      if (stored.masterId === to) continue;
      const context = `service:${name}`;
      const wrapped = wrapKey(masters.get(to), masters.unwrap(stored, context), context, random);
      await updateServiceKey(tx, name, { masterId: to, wrapped });
      count += 1;
    }
    return count;
  });
}

interface RewrappedBatch {
  keys: { id: string; wrapped: Buffer }[];
  last: string | null;
}

/**
 * Wraps all patients' keys of one master key with another, in batches. Reads and wraps the next batch while the database
 * writes one. Returns how many keys.
 */
export async function rewrapPatientKeys(
  context: RewrapContext,
  { from, to }: { from: number; to: number },
  onRewrapped: (keys: number) => void,
): Promise<number> {
  let count = 0;
  let batch = await rewrapBatch(context, from, to, null);
  while (batch.last !== null) {
    const { keys, last } = batch;
    const [updated, next] = await Promise.all([
      context.db.within(systemScope('rotation'), (tx) => updateWrappedKeys(tx, from, to, keys)),
      rewrapBatch(context, from, to, last),
    ]);
    count += updated;
    batch = next;
    onRewrapped(count);
  }
  return count;
}

async function rewrapBatch(
  { db, keys: { masters }, random }: RewrapContext,
  from: number,
  to: number,
  after: string | null,
): Promise<RewrappedBatch> {
  const rows = await db.read(systemScope('rotation'), (tx) => listWrappedKeys(tx, from, { after, count: batchSize }));
  const newMaster = masters.get(to);
  const keys = rows.map(({ id, wrapped }) => {
    const context = `patient:${id}`;
    return { id, wrapped: wrapKey(newMaster, masters.unwrap({ masterId: from, wrapped }, context), context, random) };
  });
  return { keys, last: keys.at(-1)?.id ?? null };
}
