import { type BreachesQuery, type BreachSummary, issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import { showSummary } from './show.ts';
import { countBreaches, findBreach, listBreaches as listRows } from './store.ts';

export interface BreachList {
  breaches: BreachSummary[];
  total: number;
  cursor: string | null;
}

/** Lists the register, open records first, then the latest noticed. */
export async function listBreaches(
  { db, keys }: KeyContext,
  scope: AdminScope,
  { state = undefined, cursor, limit = limits.listDefault }: BreachesQuery,
): Promise<BreachList> {
  return await db.read(scope, async (tx) => {
    const isKnown = cursor === undefined || (isUuid(cursor) && (await findBreach(tx, cursor)) !== null);
    if (!isKnown) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listRows(tx, state ?? null, { limit: limit + 1, after: cursor ?? null });
    const shown = rows.slice(0, limit);
    return {
      breaches: shown.map((row) => showSummary(keys, row)),
      total: await countBreaches(tx, state ?? null),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
