import type { JsonValue } from '../../../platform/db/json.ts';
import { type AuditEvent, record } from '../../audit/record/record.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { Tx } from '../../database.ts';
import type { GrantOnRecord } from './store.ts';

/** Records one audit event for each record that the patient decided about. At most 50: a link's records are limited. */
export async function recordConsentEvents(
  tx: Tx,
  request: RequestContext,
  event: AuditEvent,
  accesses: readonly GrantOnRecord[],
  details: Record<string, JsonValue>,
): Promise<void> {
  for (const access of accesses) {
    await record(tx, {
      event,
      actor: { kind: 'patient' },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
      centerId: access.centerId,
      patientId: access.patientUuid,
      object: { kind: 'access', id: access.id },
      purpose: access.id,
      details,
    });
  }
}
