import { type AccessiblePatient, limits, validationMessages } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { Reader } from '../../../platform/db/database.ts';
import { setSearchTimeout, toLikePatterns } from '../../../platform/db/like-patterns.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { parseExactSearch } from '../../patients/exact-search.ts';
import {
  countAccessiblePatients,
  findGrantPlace,
  listAccessiblePatients as listRows,
  type PatientSelection,
} from '../store.ts';
import { showAccessiblePatient } from './show.ts';

export interface AccessibleList {
  patients: AccessiblePatient[];
  total: number;
  cursor: string | null;
}

/** Patients whose consent stands now, latest grant first, found by name in either alphabet, by patient id, or by a whole phone. */
export async function listAccessiblePatients(
  context: AppContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  query: { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<AccessibleList> {
  const limit = query.limit ?? limits.listDefault;
  const search = query.search?.trim() ?? '';
  return await context.db.within(scope, async (tx) => {
    if (search !== '') await setSearchTimeout(tx);
    const after = query.cursor === undefined ? null : await readCursor(tx, scope, query.cursor);
    const { selection, total } = await resolveSelection(context, tx, scope, search);
    const rows = total === 0 ? [] : await listRows(tx, scope.doctorId, selection, { limit: limit + 1, after });
    const shown = rows.slice(0, limit);
    const details = { matches: total, shown: shown.length, ...(request.isBackground ? { background: true } : {}) };
    await record(tx, { event: 'patients_listed', ...toAuditFields(request), details });
    return {
      patients: shown.map((row) => showAccessiblePatient(row, context.keys)),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.grantId ?? null) : null,
    };
  });
}

/** All, those whom a search names exactly, else those whose name matches; and how many they are. */
async function resolveSelection(
  context: AppContext,
  tx: Reader,
  { doctorId }: DoctorScope,
  search: string,
): Promise<{ selection: PatientSelection; total: number }> {
  if (search === '') return { selection: 'all', total: await countAccessiblePatients(tx, doctorId, 'all') };
  const name = parseExactSearch(context, search);
  // the doctor is shown the phone whole and the AMKA masked, so the AMKA finds nobody here
  const exact: PatientSelection | null = name === null ? null : { exact: { ...name, amka: null } };
  const found = exact === null ? 0 : await countAccessiblePatients(tx, doctorId, exact);
  if (exact !== null && found > 0) return { selection: exact, total: found };
  const words = toLikePatterns(search);
  return {
    selection: { words },
    total: words.length === 0 ? 0 : await countAccessiblePatients(tx, doctorId, { words }),
  };
}

async function readCursor(tx: Reader, scope: DoctorScope, cursor: string) {
  const place = isUuid(cursor) ? await findGrantPlace(tx, scope.doctorId, cursor) : null;
  if (place === null) throw createFieldFault('cursor', validationMessages.cursorInvalid);
  return place;
}
