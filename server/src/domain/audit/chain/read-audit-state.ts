import type { AuditState } from '@medcloud/contract/shapes/audit';
import type { AdminScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { showState } from '../search/show.ts';
import { readChainState } from './reads.ts';

/** Reads how far the audit events are chained and signed. */
export async function readAuditState({ db }: DbContext, scope: AdminScope): Promise<AuditState> {
  return showState(await db.read(scope, readChainState));
}
