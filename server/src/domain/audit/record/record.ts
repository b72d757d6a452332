import type { Tx } from '../../database.ts';
import type { AuditEntry } from './entry.ts';
import { insertEvents } from './store.ts';

export type { AuditEventName as AuditEvent } from '@medcloud/contract/operations/audit-events';
export type { AuditEntry } from './entry.ts';

/** Writes the events of acts in the caller's transaction, so each act and its event commit together. */
export async function record(tx: Tx, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length > 0) await insertEvents(tx, entries);
}
