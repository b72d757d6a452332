import { type ActiveGrant, normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { findOwnPatient } from '../../patients/reads.ts';
import { showDoctor } from '../doctor-columns.ts';
import { type ActiveGrantRow, listActiveGrants } from './store.ts';

/**
 * Lists the active grants on a center's own patient. Records that the list was read. Throws `not_found` for an unknown
 * patient and for another center's.
 */
export async function listActiveGrantsOfPatient(
  { db }: DbContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
): Promise<ActiveGrant[]> {
  const patientId = normalizePatientId(typedId);
  return await db.within(scope, async (tx) => {
    const patient = patientId === null ? null : await findOwnPatient(tx, scope.centerId, patientId);
    if (patient === null) throw new Fault('not_found');
    const rows = await listActiveGrants(tx, scope.centerId, patient.id);
    await record(tx, {
      event: 'grants_shown',
      ...toAuditFields(request),
      patientId: patient.id,
      object: { kind: 'patient', id: patient.id },
      details: { grants: rows.length, ...(request.isBackground ? { background: true } : {}) },
    });
    return rows.map(showActiveGrant);
  });
}

function showActiveGrant(row: ActiveGrantRow): ActiveGrant {
  return {
    id: row.id,
    doctor: showDoctor(row),
    grantedAt: row.grantedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    examTypes: row.scope,
  };
}
