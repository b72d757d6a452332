import { limits, type Patient, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { likeWords, limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { exactName } from './exact-name.ts';
import { showPatient } from './show.ts';
import {
  countExactly,
  countMatches,
  countPatients,
  findExactly,
  findPlace,
  type ListOrder,
  listPatients as listRows,
  type PatientRow,
  searchPatients,
} from './store.ts';

export interface PatientList {
  patients: Patient[];
  /** Counted to 1,001 at most. */
  total: number;
  /** Of the next page; null on the last. */
  cursor: string | null;
}

/** A center's patients, newest first unless asked otherwise, found by name in either alphabet, by id, or by a whole phone or AMKA. */
export async function listPatients(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  query: {
    search?: string | undefined;
    sortOrder?: 'asc' | 'desc' | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<PatientList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await portal.db.within(scope, async (tx) => {
    if (search !== '') await limitSearch(tx);
    const after = query.cursor === undefined ? null : await readCursor(tx, scope, query.cursor);
    // one row more than asked for tells whether there is a next page
    const order = { newestFirst: query.sortOrder !== 'asc', limit: limit + 1, after };
    const { rows, total } = await findRows(portal, tx, scope, search, order);
    const shown = rows.slice(0, limit);
    const details = { matches: total, shown: shown.length, ...(asking.background ? { background: true } : {}) };
    await record(tx, { event: 'patients_listed', ...askedBy(asking), details });
    return {
      patients: shown.map((row) => showPatient(row, portal.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function readCursor(tx: Reader, scope: CenterScope, cursor: string) {
  const place = isUuid(cursor) ? await findPlace(tx, scope.centerId, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}

async function findRows(
  portal: Portal,
  tx: Reader,
  scope: CenterScope,
  search: string,
  order: ListOrder,
): Promise<{ rows: PatientRow[]; total: number }> {
  if (search === '') {
    return { rows: await listRows(tx, scope.centerId, order), total: await countPatients(tx, scope.centerId) };
  }
  const name = exactName(portal, search);
  const exactly = name === null ? 0 : await countExactly(tx, scope.centerId, name);
  if (name !== null && exactly > 0) return { rows: await findExactly(tx, scope.centerId, name, order), total: exactly };
  const words = likeWords(search);
  if (words.length === 0) return { rows: [], total: 0 };
  return {
    rows: await searchPatients(tx, scope.centerId, words, order),
    total: await countMatches(tx, scope.centerId, words),
  };
}
