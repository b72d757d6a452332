import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { mailedScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { getResetAccount, type RememberedBrowser, rememberFor } from './reset-password.ts';
import { consumeReset } from './store.ts';

/**
 * Lets a browser sign in by a mailed link, which works once: wrong passwords of others delay and block it no longer. The
 * password, the sessions and the tokens stay. Throws `invalid_or_expired`.
 */
export async function rememberByLink(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>,
  request: RequestContext,
  { token, device }: { token: string; device: string | null },
): Promise<RememberedBrowser> {
  const tokenHash = hashSecret(token);
  const account = await context.db.within(mailedScope('recovery', token), async (tx) => {
    const account = await getResetAccount(context, tx, tokenHash);
    if (!(await consumeReset(tx, tokenHash))) throw new Fault('invalid_or_expired');
    const auditFields = toAuditFields(request);
    const actor = { ...auditFields.actor, personId: account.userId };
    await record(tx, { event: 'browser_remembered', ...auditFields, actor });
    return account;
  });
  return rememberFor(context, account, device);
}
