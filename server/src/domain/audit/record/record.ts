import type { Tx } from '../../database.ts';
import type { AuditEntry } from './entry.ts';
import { insertEvent } from './store.ts';

export type { AuditEventName as AuditEvent } from '@medcloud/contract/operations/audit-events';
export type { AuditEntry } from './entry.ts';

/** Writes one event in the caller's transaction, so the act and its event commit together. */
export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertEvent(tx, entry);
}
