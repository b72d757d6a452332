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

/** Wraps all patients' keys of one master key with another, in batches. Returns how many. */
export async function rewrapPatientKeys(
  { db, keys: { masters }, random }: RewrapContext,
  { from, to }: { from: number; to: number },
  onRewrapped: (keys: number) => void,
): Promise<number> {
  const newMaster = masters.get(to);
  let [count, after]: [number, string | null] = [0, null];
  for (;;) {
    const batch = await db.within(systemScope('rotation'), async (tx) => {
      const rows = await listWrappedKeys(tx, from, { after, count: batchSize });
      const rewrapped = rows.map(({ id, wrapped }) => {
        const context = `patient:${id}`;
        const key = masters.unwrap({ masterId: from, wrapped }, context);
        return { id, wrapped: wrapKey(newMaster, key, context, random) };
      });
      const updated = rows.length === 0 ? 0 : await updateWrappedKeys(tx, from, to, rewrapped);
      return { updated, last: rows.at(-1)?.id ?? null };
    });
    if (batch.last === null) return count;
    count += batch.updated;
    after = batch.last;
    onRewrapped(count);
  }
}
