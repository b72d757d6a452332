import { limits, maskAmka, normalizePatientId, type PatientGrant, type PatientSheet } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../platform/db/now.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import { factsOf } from '../patients/facts.ts';
import { showPatient } from '../patients/show.ts';
import { findPatientByPublicId, type PatientRow } from '../patients/store.ts';
import type { Portal } from '../portal/portal.ts';
import { showDoctor } from './doctor-columns.ts';
import { countLinksAgain, type GrantRow, listGrants } from './patient-store.ts';
import { shownStatus } from './states.ts';

/**
 * A center's own patient with every doctor who asked for the exams. The AMKA is masked. Fails with `not_found` alike for
 * an unknown and a foreign patient.
 */
export async function openPatientSheet(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
): Promise<PatientSheet> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const row = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (row === null) throw new Fault('not_found');
    const grants = await listGrants(tx, scope.centerId, row.id);
    const sent = await countLinksAgain(tx, scope.centerId, row.id);
    await record(tx, {
      event: 'patient_shown',
      ...askedBy(asking),
      patientId: row.id,
      object: { kind: 'patient', id: row.id },
      details: asking.background ? { background: true } : {},
    });
    const now = await databaseNow(tx);
    return {
      patient: { ...showPatient(row, portal.keys), amka: masked(portal, row) },
      grants: grants.map((grant) => showGrant(grant, now)),
      linksLeftToday: Math.max(0, limits.linksAgainPerDay - sent),
    };
  });
}

function masked(portal: Portal, row: PatientRow): string | undefined {
  const { amka } = factsOf(portal, row);
  return amka === null ? undefined : maskAmka(amka);
}

function showGrant(row: GrantRow, now: Date): PatientGrant {
  return {
    id: row.id,
    doctor: showDoctor(row),
    status: shownStatus(row, now),
    requestedAt: row.requestedAt.toISOString(),
    answeredAt: row.responseDate?.toISOString() ?? null,
    expiresAt: (row.endedAt ?? row.expiresAt).toISOString(),
    examTypes: row.scope,
    endedBy: row.endedBy,
    endReason: row.endReason,
  };
}
