import type { Breach } from '@medcloud/contract';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import { showCurrent } from './with-breach.ts';

/** Returns a record, and records that it was read. Throws `not_found`. */
export async function readBreach(
  context: KeyContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Breach> {
  return await context.db.within(scope, async (tx) => {
    const breach = await showCurrent(context, tx, id);
    await record(tx, {
      event: 'breach_shown',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details: request.isBackground ? { background: true } : {},
    });
    return breach;
  });
}
