import { limits, sentences, type User } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { showUser } from './show.ts';
import { countUsers, findUserPlace, listUsers as listRows } from './store.ts';

export interface UserList {
  users: User[];
  total: number;
  cursor: string | null;
}

/** All live users with their subscriptions, newest first. */
export async function listUsers(
  portal: Portal,
  scope: AdminScope,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<UserList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await portal.db.within(scope, async (tx) => {
    if (search !== '') await limitSearch(tx);
    const after =
      query.cursor === undefined ? null : isUuid(query.cursor) ? await findUserPlace(tx, query.cursor) : null;
    if (query.cursor !== undefined && after === null) throw fieldFault('cursor', sentences.cursorInvalid);
    const rows = await listRows(tx, search, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      users: shown.map((row) => showUser(row, today(portal))),
      total: await countUsers(tx, search),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
