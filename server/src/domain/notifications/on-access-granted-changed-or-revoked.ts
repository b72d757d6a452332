import type { AccessChanged } from '../access/events.ts';
import type { AuditCounts } from '../core/event-bus.ts';
import type { Tx } from '../database.ts';
import { insertAccessNotes } from './store.ts';

/** Notes for the doctor that patients granted access. */
export async function noteGrants(tx: Tx, { accessIds }: AccessChanged): Promise<AuditCounts> {
  await insertAccessNotes(tx, 'access_granted', accessIds);
  return {};
}

/** Notes for the doctor that a patient changed the days or exam types. */
export async function noteChanges(tx: Tx, { accessIds }: AccessChanged): Promise<AuditCounts> {
  await insertAccessNotes(tx, 'access_changed', accessIds);
  return {};
}

/** Notes for the doctor that a patient, the center or an administrator revoked access. */
export async function noteRevocations(tx: Tx, { accessIds }: AccessChanged): Promise<AuditCounts> {
  await insertAccessNotes(tx, 'access_revoked', accessIds);
  return {};
}
