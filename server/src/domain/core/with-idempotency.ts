import { Fault } from '@medcloud/contract/faults';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';
import type { Tx } from '../database.ts';

/** The id of the object an action created, and whether an earlier request with the same Idempotency-Key created it. */
export interface IdempotentResult {
  id: string;
  isRepeated: boolean;
}

/**
 * Runs `act` once per Idempotency-Key, in the caller's transaction. The key's row and the result of `act` commit
 * together, and a concurrent request with the same key waits. Without a key, just runs `act`. Throws
 * `idempotency_mismatch` if the same key comes with another request.
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

/** True if an earlier request with the same Idempotency-Key has run; always false without a key. */
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
