import { type LiveGrant, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { findOwnPatient } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { showDoctor } from './doctor-columns.ts';
import { type LiveGrantRow, listLiveGrants } from './grant-store.ts';

/**
 * Who may see the exams of a center's own patient now, by the grants that stand. That it was read is traced. Fails with
 * `not_found` alike for an unknown and a foreign patient.
 */
export async function listPatientGrants(
  { db }: Pick<Portal, 'db'>,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
): Promise<LiveGrant[]> {
  const patientId = normalizePatientId(typedId);
  return await db.within(scope, async (tx) => {
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const rows = await listLiveGrants(tx, scope.centerId, patient.id);
    await record(tx, {
      event: 'grants_shown',
      ...askedBy(asking),
      patientId: patient.id,
      object: { kind: 'patient', id: patient.id },
      details: { grants: rows.length, ...(asking.background ? { background: true } : {}) },
    });
    return rows.map(showLiveGrant);
  });
}

function showLiveGrant(row: LiveGrantRow): LiveGrant {
  return {
    id: row.id,
    doctor: showDoctor(row),
    grantedAt: row.grantedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    examTypes: row.scope,
  };
}
