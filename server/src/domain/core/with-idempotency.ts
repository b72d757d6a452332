import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';

/** What an act made, and whether this request made it or an earlier one with the same Idempotency-Key. */
export interface IdempotentResult {
  id: string;
  isRepeated: boolean;
}

/**
 * Does `act` once for an Idempotency-Key, in the caller's transaction: the key's row and what the act made commit
 * together, and a second request waits for the first. Without a key it just acts. The same key with another request
 * fails with `idempotency_mismatch`.
 */
export async function withIdempotency(
  tx: Tx,
  request: RequestContext<AuthenticatedPrincipal>,
  act: () => Promise<string>,
): Promise<IdempotentResult> {
  const { idempotency, principal } = request;
  if (idempotency === null) return { id: await act(), isRepeated: false };
  const { key, route, hash } = idempotency;
  const insertedKey = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: principal.userId, route, key, request_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!insertedKey) return { id: await getEarlierResult(tx, principal.userId, route, key, hash), isRepeated: true };
  const id = await act();
  await tx
    .updateTable('idempotency_keys')
    .set({ object_id: id })
    .where('user_id', '=', principal.userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
  return { id, isRepeated: false };
}

/** Whether an earlier request with the same Idempotency-Key has acted; never without a key. */
export async function hasEarlierResult(
  tx: Tx,
  { idempotency, principal }: RequestContext<AuthenticatedPrincipal>,
): Promise<boolean> {
  if (idempotency === null) return false;
  const row = await findKey(tx, principal.userId, idempotency.route, idempotency.key);
  return row !== undefined;
}

async function getEarlierResult(tx: Tx, userId: string, route: string, key: string, hash: Buffer): Promise<string> {
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
