import { normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import { decryptFacts } from './patient-facts.ts';
import { findPatientByPublicId } from './reads.ts';

/**
 * Returns the complete AMKA of a center's own patient, null if none is on record, and records who requested it
 * (product, "Names": complete only in the sheet, by an audited call). Throws the same `not_found` for an unknown and a
 * foreign patient.
 */
export async function revealAmka(
  context: KeyContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  typedId: string,
): Promise<{ amka: string | null }> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const row = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (row === null) throw new Fault('not_found');
    await record(tx, {
      event: 'amka_revealed',
      ...toAuditFields(request),
      patientId: row.id,
      object: { kind: 'patient', id: row.id },
      details: { onRecord: row.amka_sealed !== null },
    });
    return { amka: decryptFacts(context, row).amka ?? null };
  });
}
