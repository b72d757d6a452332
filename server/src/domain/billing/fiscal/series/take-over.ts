import { Fault } from '@medcloud/contract/faults';
import type { FiscalReporting } from '@medcloud/contract/shapes/billing/fiscal';
import { record } from '../../../audit/record/record.ts';
import { toAuditFields } from '../../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../../authorization/principal.ts';
import type { AdminScope } from '../../../authorization/scope.ts';
import type { AppContext } from '../../../core/context.ts';
import { notifyClients } from '../../../core/notify-clients.ts';
import { formatNumber } from '../../invoices/format-number.ts';
import { showReporting } from '../show-reporting.ts';
import { takeOverFound } from './store.ts';

/**
 * Takes over the documents that only the tax authority has: their numbers stay used, and their series go on after them.
 * What they charge is not in the books. Throws `invalid_state` if there are none.
 */
export async function takeOverDocuments(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
): Promise<FiscalReporting> {
  return await db.within(scope, async (tx) => {
    const taken = await takeOverFound(tx, request.principal.userId);
    const [first, last] = [taken.at(0), taken.at(-1)];
    if (first === undefined || last === undefined) throw new Fault('invalid_state');
    await record(tx, {
      event: 'fiscal_taken_over',
      ...toAuditFields(request),
      details: { documents: taken.length, from: formatNumber(first), to: formatNumber(last) },
    });
    await notifyClients(tx, { kind: 'account', ids: [], to: { admins: true } });
    return await showReporting({ settings }, tx);
  });
}
