import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { causeOf } from '../cause.ts';
import { findDocument } from './document-reads.ts';
import { mailDocument } from './mail-document.ts';
import type { MailContext } from './send-invoice-mail.ts';

/** Mails a document to its account again, with how to pay what is open of it. Throws `not_found`. */
export async function resendDocument(
  context: MailContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await context.db.within(scope, async (tx) => {
    const document = await findDocument(tx, id);
    if (document === null) throw new Fault('not_found');
    await mailDocument(context, tx, id);
    await record(tx, {
      event: 'invoice_sent',
      ...causeOf(request).audit,
      object: { kind: 'invoice', id },
      details: { user: document.userId },
    });
  });
}
