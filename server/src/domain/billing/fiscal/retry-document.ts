import { Fault } from '@medcloud/contract/faults';
import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { enqueueReport } from './create-fiscal-document.ts';
import { findListedFiscal } from './reads.ts';
import { showFiscal } from './show.ts';
import { lockFiscal, moveFiscal } from './store.ts';

/**
 * Sends a refused document again, or one that waits at once. Throws `not_found`, `invalid_state` once the authority has
 * it.
 */
export async function retryDocument(
  context: Pick<AppContext, 'db' | 'queue' | 'clock' | 'settings'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  invoiceId: string,
): Promise<FiscalDocument> {
  if (!isUuid(invoiceId)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const fiscal = await lockFiscal(tx, invoiceId);
    if (fiscal === null) throw new Fault('not_found');
    if (fiscal.state === 'accepted' || fiscal.state === 'cancelled') throw new Fault('invalid_state');
    if (fiscal.state === 'rejected') await moveFiscal(tx, invoiceId, 'retry');
    await enqueueReport(context, tx, invoiceId);
    await record(tx, {
      event: 'fiscal_retried',
      ...toAuditFields(request),
      object: { kind: 'invoice', id: invoiceId },
      details: { before: fiscal.state },
    });
    const listed = await findListedFiscal(tx, invoiceId, today(context));
    if (listed === null) throw new Fault('not_found');
    return showFiscal(listed);
  });
}
