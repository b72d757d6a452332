import { type AccessLogEntry, limits, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { findOwnPatient } from '../../patients/reads.ts';
import { showDoctor } from '../doctor-columns.ts';
import { countPatientLog, findLogPlace, listPatientLog, type PatientLogRow } from '../grants/center-queries.ts';
import { describeAction } from './describe-action.ts';
import { readLogCursor } from './read-log-cursor.ts';

export interface AccessLogPage {
  entries: AccessLogEntry[];
  /** Counted up to 1,001. */
  total: number;
  cursor: string | null;
}

/**
 * Lists doctors' accesses to a center's own patient, newest first, from the audit events. Records that the log was
 * read. Throws `not_found` for an unknown patient and for another center's.
 */
export async function listPatientAccessLog(
  context: DbContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<AccessLogPage> {
  const patientId = normalizePatientId(typedId);
  const limit = query.limit ?? limits.listDefault;
  return await context.db.within(scope, async (tx) => {
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const find = (id: number) => findLogPlace(tx, scope.centerId, patient.id, id);
    const after = query.cursor === undefined ? null : await readLogCursor('cursor', query.cursor, find);
    const rows = await listPatientLog(tx, scope.centerId, patient.id, { after, limit: limit + 1 });
    await record(tx, {
      event: 'access_log_shown',
      ...toAuditFields(request),
      patientId: patient.id,
      object: { kind: 'patient', id: patient.id },
      details: request.isBackground ? { background: true } : {},
    });
    const shown = rows.slice(0, limit);
    return {
      entries: shown.flatMap(showEntry),
      total: await countPatientLog(tx, scope.centerId, patient.id),
      cursor: rows.length > limit ? String(shown.at(-1)?.id) : null,
    };
  });
}

function showEntry(row: PatientLogRow): AccessLogEntry[] {
  const action = describeAction(row);
  const doctor = showDoctor(row);
  return action === null ? [] : [{ id: String(row.id), at: row.at.toISOString(), doctor, ...action }];
}
