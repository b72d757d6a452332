import type { Language } from '@medcloud/contract';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { showUser } from './show.ts';
import { findAccountById, updateLanguage } from './store.ts';

/** Sets the language in which the portal writes to a person; answers who they are now. */
export async function changeLanguage(
  portal: Portal,
  scope: AccountScope,
  asking: Asking<SignedIn>,
  language: Language,
): Promise<ReturnType<typeof showUser>> {
  const { userId } = asking.who;
  return await portal.db.within(scope, async (tx) => {
    await updateLanguage(tx, userId, language);
    await record(tx, { event: 'language_changed', ...askedBy(asking), details: { language } });
    const account = await findAccountById(tx, userId);
    if (account === null) throw new Error('A signed-in account is not there.');
    return showUser(account);
  });
}
