import { normalizePatientId } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { factsOf } from './facts.ts';
import { findPatientByPublicId } from './store.ts';

/**
 * The whole AMKA of a center's own patient, null where none is on record; the trail keeps who asked (product, "Names":
 * whole only in the sheet, by an audited call). Fails with `not_found` alike for an unknown and a foreign patient.
 */
export async function revealAmka(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  typedId: string,
): Promise<{ amka: string | null }> {
  const patientId = normalizePatientId(typedId);
  if (patientId === null) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    const row = await findPatientByPublicId(tx, scope.centerId, patientId);
    if (row === null) throw new Fault('not_found');
    await record(tx, {
      event: 'amka_revealed',
      ...askedBy(asking),
      patientId: row.id,
      object: { kind: 'patient', id: row.id },
      details: { onRecord: row.amkaSealed !== null },
    });
    return { amka: factsOf(portal, row).amka };
  });
}
