import { type Doctor, issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { setSearchTimeout } from '../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type TimeContext, today } from '../core/context.ts';
import { showDoctor } from './show.ts';
import { countDoctors, findDoctorPlace, listDoctors as listRows } from './store.ts';

export interface DoctorList {
  doctors: Doctor[];
  /** Counted up to 1,001. */
  total: number;
  /** Of the next page; null on the last page. */
  cursor: string | null;
}

/** Lists doctors in every state, newest first. */
export async function listDoctors(
  context: TimeContext,
  scope: AdminScope,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<DoctorList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after =
      query.cursor === undefined ? null : isUuid(query.cursor) ? await findDoctorPlace(tx, query.cursor) : null;
    if (query.cursor !== undefined && after === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listRows(tx, search, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      doctors: shown.map((row) => showDoctor(row, today(context))),
      total: await countDoctors(tx, search),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
