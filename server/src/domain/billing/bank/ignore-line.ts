import type { BankLineEntry } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { isUndecided } from './states.ts';
import { updateLine } from './store.ts';
import { withLine } from './with-line.ts';

/** Marks a movement as no payment of a customer. A repeated call has no effect. Throws `invalid_state` once it is paid. */
export async function ignoreLine(
  context: DbContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<BankLineEntry> {
  return await withLine(context, scope, id, async (tx, line) => {
    if (line.state === 'ignored') return;
    if (!isUndecided(line.state)) throw new Fault('invalid_state');
    await updateLine(tx, id, { state: 'ignored' });
    await record(tx, {
      event: 'bank_line_ignored',
      ...toAuditFields(request),
      object: { kind: 'bank_line', id },
      details: { before: line.state },
    });
  });
}
