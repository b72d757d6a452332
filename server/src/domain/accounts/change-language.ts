import type { Language } from '@medcloud/contract';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { roleOf } from '../factors/factor-setup.ts';
import { showUser } from './show.ts';
import { findAccountById } from './store.ts';
import { updateLanguage } from './update-user.ts';

/** Sets the language of the messages sent to a user. Returns the updated user. */
export async function changeLanguage(
  context: DbContext,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  language: Language,
): Promise<ReturnType<typeof showUser>> {
  const { userId } = request.principal;
  return await context.db.within(scope, async (tx) => {
    await updateLanguage(tx, userId, language);
    await record(tx, { event: 'language_changed', ...toAuditFields(request), details: { language } });
    const account = await findAccountById(tx, userId);
    if (account === null) throw new Error('The account of a valid session does not exist.');
    return showUser(account, roleOf(request.principal), request.principal.factorSetup);
  });
}
