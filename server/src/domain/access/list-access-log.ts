import { type AccessLogEntry, limits, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { findOwnPatient } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { showDoctor } from './doctor-columns.ts';
import { readLogCursor } from './log-cursor.ts';
import { countPatientLog, findLogPlace, listPatientLog, type PatientLogRow } from './patient-store.ts';
import { whatWasDone } from './what-was-done.ts';

export interface AccessLogPage {
  entries: AccessLogEntry[];
  /** Counted to 1,001 at most. */
  total: number;
  cursor: string | null;
}

/**
 * Which doctors looked at what of a center's own patient, newest first, read from the audit trail. That it was read is
 * traced as well. Fails with `not_found` alike for an unknown and a foreign patient.
 */
export async function listPatientAccess(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
  query: { limit?: number | undefined; cursor?: string | undefined },
): Promise<AccessLogPage> {
  const patientId = normalizePatientId(typedId);
  const limit = query.limit ?? limits.listDefault;
  return await portal.db.within(scope, async (tx) => {
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const find = (id: number) => findLogPlace(tx, scope.centerId, patient.id, id);
    const after = query.cursor === undefined ? null : await readLogCursor('cursor', query.cursor, find);
    const rows = await listPatientLog(tx, scope.centerId, patient.id, { after, limit: limit + 1 });
    await record(tx, {
      event: 'access_log_shown',
      ...askedBy(asking),
      patientId: patient.id,
      object: { kind: 'patient', id: patient.id },
      details: asking.background ? { background: true } : {},
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
  const done = whatWasDone(row);
  const doctor = showDoctor(row);
  return done === null ? [] : [{ id: String(row.id), at: row.at.toISOString(), doctor, ...done }];
}
