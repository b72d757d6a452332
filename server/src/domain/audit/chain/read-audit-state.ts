import type { AuditState } from '@medcloud/contract/shapes/audit';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { showState } from '../search/show.ts';
import { readChainState } from './store.ts';

/** How far the audit trail is sealed, and up to which record it is signed. */
export async function readAuditState({ db }: Pick<AppContext, 'db'>, scope: AdminScope): Promise<AuditState> {
  return showState(await db.read(scope, readChainState));
}
