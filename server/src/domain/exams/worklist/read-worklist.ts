import { issueCode, limits, type Worklist, type WorklistExam } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { type EndingGrantRow, listEndingGrants } from '../../access/grants/reads.ts';
import { readRequests } from '../../access/requests/list-requests.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { DoctorPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { DoctorScope } from '../../authorization/scope.ts';
import type { KeyContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { AppKeys } from '../../keys/app-keys.ts';
import { showExam } from '../show.ts';
import { countNewExams, findWorklistPosition, listWorklist, type WorklistRow } from './reads.ts';
import { sortRequests } from './sort-requests.ts';

interface WorklistInput {
  show?: 'new' | 'all' | undefined;
  cursor?: string | undefined;
}

/**
 * Returns what waits for a doctor: exams that are new, requests without an answer or just answered, access that ends
 * soon. Recorded as one list of several patients, like the lists of a center.
 */
export async function readWorklist(
  context: KeyContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  input: WorklistInput,
): Promise<Worklist> {
  const limit = limits.worklistPage;
  return await context.db.within(scope, async (tx) => {
    const { doctorId } = scope;
    const after = input.cursor === undefined ? null : await readCursor(tx, doctorId, input.cursor);
    // one more row shows whether there is a next page
    const rows = await listWorklist(tx, doctorId, { isNewOnly: input.show !== 'all', after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const ending = await listEndingGrants(tx, doctorId, limit);
    const newCount = await countNewExams(tx, doctorId);
    const { waiting, answered } = sortRequests(await readRequests(tx, doctorId), (await databaseNow(tx)).getTime());
    await recordList(tx, request, { matches: newCount, shown: page.length, ending: ending.length });
    return {
      exams: page.map((row) => showWorklistExam(row, context.keys)),
      cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
      requests: [...waiting, ...answered],
      endsSoon: ending.map(showEndingGrant),
      counts: { new: newCount, waiting: waiting.length, endsSoon: ending[0]?.total ?? 0 },
    };
  });
}

async function readCursor(tx: Tx, doctorId: string, cursor: string) {
  const position = isUuid(cursor) ? await findWorklistPosition(tx, doctorId, cursor) : null;
  if (position === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return position;
}

async function recordList(
  tx: Tx,
  request: RequestContext<DoctorPrincipal>,
  counts: { matches: number; shown: number; ending: number },
): Promise<void> {
  const details = { ...counts, ...(request.isBackground ? { background: true } : {}) };
  await record(tx, { event: 'exams_listed', ...toAuditFields(request), details });
}

function showWorklistExam(row: WorklistRow, keys: AppKeys): WorklistExam {
  const { patientId, ...exam } = showExam(row, keys);
  return {
    ...exam,
    patient: {
      firstName: row.patientFirstName,
      lastName: row.patientLastName,
      patientId,
      dateOfBirth: row.dateOfBirth,
    },
    medicalCenter: { name: row.centerName },
    isNew: row.isNew,
    grantedUntil: row.grantedUntil.toISOString(),
  };
}

function showEndingGrant(row: EndingGrantRow) {
  const { firstName, lastName, patientId, dateOfBirth } = row;
  return {
    grantId: row.grantId,
    patient: { firstName, lastName, patientId, dateOfBirth },
    medicalCenter: { name: row.centerName },
    expiresAt: row.expiresAt.toISOString(),
  };
}
