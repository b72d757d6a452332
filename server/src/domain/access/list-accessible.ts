import { type AccessiblePatient, limits, normalizePatientId, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { likeWords } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/kit/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { showAccessible } from './show.ts';
import { type AccessibleFilter, countAccessible, findGrantPlace, listAccessible as listRows } from './store.ts';

export interface AccessibleList {
  patients: AccessiblePatient[];
  total: number;
  cursor: string | null;
}

/** Patients whose consent stands now, latest grant first, found by name in either alphabet or by patient id. */
export async function listAccessible(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<AccessibleList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  const patientId = /^p/i.test(search) ? normalizePatientId(search) : null;
  const words = search === '' || patientId !== null ? null : likeWords(search);
  if (words?.length === 0) return { patients: [], total: 0, cursor: null };
  return await portal.db.within(scope, async (tx) => {
    const after = query.cursor === undefined ? null : await readCursor(tx, scope, query.cursor);
    const filter: AccessibleFilter = { words, patientId, limit: limit + 1, after };
    const rows = await listRows(tx, scope.doctorId, filter);
    const total =
      after === null && rows.length <= limit ? rows.length : await countAccessible(tx, scope.doctorId, filter);
    if (search !== '') await record(tx, { event: 'patients_listed', ...askedBy(asking), details: { matches: total } });
    const shown = rows.slice(0, limit);
    return {
      patients: shown.map((row) => showAccessible(row, portal.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.grantId ?? null) : null,
    };
  });
}

async function readCursor(tx: Reader, scope: DoctorScope, cursor: string) {
  const place = isUuid(cursor) ? await findGrantPlace(tx, scope.doctorId, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}
