import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';

/** What an act made, and whether this request made it or an earlier one with the same Idempotency-Key. */
export interface Once {
  id: string;
  repeated: boolean;
}

/**
 * Does `act` once for an Idempotency-Key, in the caller's transaction: the key's row and what the act made commit
 * together, and a second request waits for the first. Without a key it just acts. The same key with another request
 * fails with `idempotency_mismatch`.
 */
export async function once(tx: Tx, asking: Asking<SignedIn>, act: () => Promise<string>): Promise<Once> {
  const { idempotency, who } = asking;
  if (idempotency === null) return { id: await act(), repeated: false };
  const { key, route, hash } = idempotency;
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: who.userId, route, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!claimed) return { id: await earlier(tx, who.userId, route, key, hash), repeated: true };
  const id = await act();
  await tx
    .updateTable('idempotency_keys')
    .set({ object_id: id })
    .where('user_id', '=', who.userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
  return { id, repeated: false };
}

/** Whether an earlier request with the same Idempotency-Key has acted; never without a key. */
export async function wasDone(tx: Tx, { idempotency, who }: Asking<SignedIn>): Promise<boolean> {
  if (idempotency === null) return false;
  const row = await findKey(tx, who.userId, idempotency.route, idempotency.key);
  return row !== undefined;
}

async function earlier(tx: Tx, userId: string, route: string, key: string, hash: Buffer): Promise<string> {
  const row = await findKey(tx, userId, route, key);
  if (!row?.object_id || !row.request_hash.equals(hash)) throw new Fault('idempotency_mismatch');
  return row.object_id;
}

async function findKey(tx: Tx, userId: string, route: string, key: string) {
  return await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'object_id'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
}
