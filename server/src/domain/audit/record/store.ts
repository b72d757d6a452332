import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { Tx } from '../../database.ts';
import { type AuditEntry, sessionReference } from './entry.ts';

/** Inserts a row for each event. The application's role may insert and read rows, but not update or delete them. */
export async function insertEvents(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  const insert = tx.insertInto('audit_events').values(entries.map(toRow));
  await (entries.length === 1 ? insert.modifyEnd(preparedMarker) : insert).execute();
}

function toRow({ actor, ...entry }: AuditEntry) {
  return {
    event: entry.event,
    outcome: entry.outcome ?? 'success',
    actor_kind: actor.kind,
    person_id: actor.personId ?? null,
    session_ref: actor.sessionId ? sessionReference(actor.sessionId) : null,
    center_id: entry.centerId ?? actor.centerId ?? null,
    doctor_id: actor.doctorId ?? null,
    patient_id: entry.patientId ?? null,
    object_kind: entry.object?.kind ?? null,
    object_id: entry.object?.id ?? null,
    exam_type: entry.examType ?? null,
    purpose: entry.purpose ?? null,
    request_id: entry.requestId ?? null,
    address_block: entry.addressBlock ?? null,
    details: JSON.stringify(entry.details ?? {}),
  };
}
