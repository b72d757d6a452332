import type { AuditState } from '@medcloud/contract/shapes/audit';
import type { AdminScope } from '../authorization/scope.ts';
import type { Portal } from '../portal/portal.ts';
import { readSealState } from '../trail/store.ts';
import { showState } from './show.ts';

/** How far the audit trail is sealed, and up to which record it is signed. */
export async function readAuditState({ db }: Pick<Portal, 'db'>, scope: AdminScope): Promise<AuditState> {
  return showState(await db.read(scope, readSealState));
}
