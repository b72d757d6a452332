import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import type { AuthenticatedPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { mustHaveFactor } from './factor-setup.ts';
import { countRecoveryCodes, findTotp, listPasskeys } from './reads.ts';
import { showPasskey } from './show.ts';

/** Describes how the caller's account is protected beside the password. */
export async function describeSecurity(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  scope: AccountScope,
  { principal }: RequestContext<AuthenticatedPrincipal>,
): Promise<AccountSecurity> {
  return await db.read(scope, async (tx) => {
    const passkeys = await listPasskeys(tx, principal.userId);
    const totp = await findTotp(tx, principal.userId);
    const codes = await countRecoveryCodes(tx, principal.userId);
    return {
      passkeys: passkeys.map(showPasskey),
      totp: totp?.confirmedAt ? { since: totp.confirmedAt.toISOString() } : null,
      recoveryCodes: codes && { left: codes.left, since: codes.since.toISOString() },
      required: await mustHaveFactor({ settings }, tx, principal),
    };
  });
}
