import { type AccessiblePatient, issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { setSearchTimeout, toLikePatterns } from '../../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { AppContext, KeyContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
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

/**
 * Lists the patients whose consent is active now, latest grant first. `search` matches a name in either alphabet, a
 * patient id or a complete phone number.
 */
export async function listAccessiblePatients(
  context: KeyContext,
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

/**
 * Selects all patients, else exact matches of the search, else matches by name. Returns the selection with its count.
 */
async function resolveSelection(
  context: Pick<AppContext, 'keys'>,
  tx: Reader,
  { doctorId }: DoctorScope,
  search: string,
): Promise<{ selection: PatientSelection; total: number }> {
  if (search === '') return { selection: 'all', total: await countAccessiblePatients(tx, doctorId, 'all') };
  const name = parseExactSearch(context, search);
  // Doctors see the full phone number but only a masked AMKA, so a search by AMKA finds no patient here.
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
  if (place === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return place;
}
