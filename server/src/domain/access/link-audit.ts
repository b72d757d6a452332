import type { Tx } from '../../platform/db/database.ts';
import type { JsonValue } from '../../platform/db/json.ts';
import { type AuditEvent, record } from '../audit/record.ts';
import type { Asking } from '../authorization/who.ts';
import type { GrantOnRecord } from './link-store.ts';

/** One event for each record that the holder of a link decided about. At most fifty: a link's records are bounded. */
export async function recordAnswers(
  tx: Tx,
  asking: Asking,
  event: AuditEvent,
  accesses: readonly GrantOnRecord[],
  details: Record<string, JsonValue>,
): Promise<void> {
  for (const access of accesses) {
    await record(tx, {
      event,
      actor: { kind: 'patient' },
      requestId: asking.requestId,
      addressBlock: asking.addressBlock,
      centerId: access.centerId,
      patientId: access.patientUuid,
      object: { kind: 'access', id: access.id },
      purpose: access.id,
      details,
    });
  }
}
