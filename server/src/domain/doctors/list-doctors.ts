import { type Doctor, limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { showDoctor } from './show.ts';
import { countDoctors, findDoctorPlace, listDoctors as listRows } from './store.ts';

export interface DoctorList {
  doctors: Doctor[];
  /** Counted to 1,001 at most. */
  total: number;
  /** Of the next page; null on the last. */
  cursor: string | null;
}

/** All doctors, whatever became of their applications, newest first. */
export async function listDoctors(
  portal: Portal,
  scope: AdminScope,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<DoctorList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await portal.db.within(scope, async (tx) => {
    if (search !== '') await limitSearch(tx);
    const after =
      query.cursor === undefined ? null : isUuid(query.cursor) ? await findDoctorPlace(tx, query.cursor) : null;
    if (query.cursor !== undefined && after === null) throw fieldFault('cursor', sentences.cursorInvalid);
    const rows = await listRows(tx, search, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    return {
      doctors: shown.map((row) => showDoctor(row, today(portal))),
      total: await countDoctors(tx, search),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
