import { type Breach, issueCode } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { encryptReason } from './encrypted-content.ts';
import { markClosed } from './store.ts';
import { withBreach } from './with-breach.ts';

/**
 * Closes a record (open -> closed). A repeated call has no effect. Throws `invalid_state` while the notice to the
 * authority, or a required one to the persons, is not decided.
 */
export async function closeBreach(
  context: Pick<AppContext, 'db' | 'keys' | 'random'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string,
): Promise<Breach> {
  return await withBreach(context, scope, id, async (tx, { state, authority, persons, highRisk }) => {
    if (state === 'closed') return false;
    if (authority.state === 'due' || (highRisk && persons.state === 'due'))
      throw new Fault('invalid_state', { reason: issueCode('breach_notices_due') });
    const encryptedReason = encryptReason(context.keys, id, 'close', reason, context.random);
    if (!(await markClosed(tx, id, { userId: request.principal.userId, encryptedReason })))
      throw new Fault('invalid_state');
    await record(tx, {
      event: 'breach_closed',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details: { authority: authority.state, persons: persons.state },
    });
    return true;
  });
}
