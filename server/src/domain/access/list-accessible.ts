import { type AccessiblePatient, limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { likeWords, limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { exactName } from '../patients/exact-name.ts';
import type { Portal } from '../portal/portal.ts';
import { showAccessible } from './show.ts';
import { countAccessible, findGrantPlace, listAccessible as listRows, type WhomToList } from './store.ts';

export interface AccessibleList {
  patients: AccessiblePatient[];
  total: number;
  cursor: string | null;
}

/** Patients whose consent stands now, latest grant first, found by name in either alphabet, by patient id, or by a whole phone. */
export async function listAccessible(
  portal: Portal,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<AccessibleList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await portal.db.within(scope, async (tx) => {
    if (search !== '') await limitSearch(tx);
    const after = query.cursor === undefined ? null : await readCursor(tx, scope, query.cursor);
    const { whom, total } = await whomToList(portal, tx, scope, search);
    const rows = total === 0 ? [] : await listRows(tx, scope.doctorId, whom, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    const details = { matches: total, shown: shown.length, ...(asking.background ? { background: true } : {}) };
    await record(tx, { event: 'patients_listed', ...askedBy(asking), details });
    return {
      patients: shown.map((row) => showAccessible(row, portal.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.grantId ?? null) : null,
    };
  });
}

/** All, those whom a search names exactly, else those whose name matches; and how many they are. */
async function whomToList(
  portal: Portal,
  tx: Reader,
  { doctorId }: DoctorScope,
  search: string,
): Promise<{ whom: WhomToList; total: number }> {
  if (search === '') return { whom: 'all', total: await countAccessible(tx, doctorId, 'all') };
  const name = exactName(portal, search);
  // the doctor is shown the phone whole and the AMKA masked, so the AMKA finds nobody here
  const exactly: WhomToList | null = name === null ? null : { exactly: { ...name, amka: null } };
  const found = exactly === null ? 0 : await countAccessible(tx, doctorId, exactly);
  if (exactly !== null && found > 0) return { whom: exactly, total: found };
  const words = likeWords(search);
  return { whom: { words }, total: words.length === 0 ? 0 : await countAccessible(tx, doctorId, { words }) };
}

async function readCursor(tx: Reader, scope: DoctorScope, cursor: string) {
  const place = isUuid(cursor) ? await findGrantPlace(tx, scope.doctorId, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}
