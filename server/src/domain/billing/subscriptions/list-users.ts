import { issueCode, limits, type User } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { setSearchTimeout } from '../../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { showUser } from './show.ts';
import { countUsers, findUserPosition, listUsers as listRows } from './store.ts';

export interface UserList {
  users: User[];
  total: number;
  cursor: string | null;
}

/** Lists open accounts with their subscriptions, newest first. */
export async function listUsers(
  context: TimeContext,
  scope: AdminScope,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<UserList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after =
      query.cursor === undefined ? null : isUuid(query.cursor) ? await findUserPosition(tx, query.cursor) : null;
    if (query.cursor !== undefined && after === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listRows(tx, search, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      users: shown.map((row) => showUser(row, today(context))),
      total: await countUsers(tx, search),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
