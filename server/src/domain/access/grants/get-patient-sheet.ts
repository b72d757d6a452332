import { limits, maskAmka, normalizePatientId, type PatientGrant, type PatientSheet } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext, KeyContext } from '../../core/context.ts';
import { decryptFacts } from '../../patients/patient-facts.ts';
import { findPatientByPublicId, type PatientRow } from '../../patients/reads.ts';
import { showPatient } from '../../patients/show.ts';
import { showDoctor } from '../doctor-columns.ts';
import { getEffectiveStatus } from '../states.ts';
import { type AccessRow, countResentLinks, listRequestsAndGrants } from './center-queries.ts';

/**
 * Returns a center's own patient with every doctor who requested access. The AMKA is masked. Throws `not_found` for an
 * unknown patient and for another center's.
 */
export async function getPatientSheet(
  context: KeyContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
): Promise<PatientSheet> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const row = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (row === null) throw new Fault('not_found');
    const grants = await listRequestsAndGrants(tx, scope.centerId, row.id);
    const resentCount = await countResentLinks(tx, scope.centerId, row.id);
    await record(tx, {
      event: 'patient_shown',
      ...toAuditFields(request),
      patientId: row.id,
      object: { kind: 'patient', id: row.id },
      details: request.isBackground ? { background: true } : {},
    });
    const now = await databaseNow(tx);
    return {
      patient: { ...showPatient(row, context.keys), amka: showMaskedAmka(context, row) },
      grants: grants.map((grant) => showGrant(grant, now)),
      linksLeftToday: Math.max(0, limits.maxResentLinksPerDay - resentCount),
    };
  });
}

function showMaskedAmka(context: Pick<AppContext, 'keys'>, row: PatientRow): string | undefined {
  const { amka } = decryptFacts(context, row);
  return amka === undefined ? undefined : maskAmka(amka);
}

function showGrant(row: AccessRow, now: Date): PatientGrant {
  return {
    id: row.id,
    doctorId: row.doctorId,
    doctor: showDoctor(row),
    status: getEffectiveStatus(row, now),
    requestedAt: row.requestedAt.toISOString(),
    answeredAt: row.responseDate?.toISOString() ?? null,
    expiresAt: (row.endedAt ?? row.expiresAt).toISOString(),
    examTypes: row.scope,
    endedBy: row.endedBy,
    endReason: row.endReason,
  };
}
