import { type OwnSession, ownViewingMs } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { withLinkCode } from '../access/links/confirm-by-code.ts';
import { getActiveLink } from '../access/links/get-active-link.ts';
import { newLinkToken } from '../access/requests/verify-code.ts';
import { consentScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { SendContext } from '../core/context.ts';

/**
 * Opens a session for own pictures, by a code that was sent to the link's phone. It shows none before `chooseOwnPerson`.
 * Returns the secret of its cookie, for 30 minutes. Throws `code_required`, `otp_invalid` or `rate_limited`
 * (`withLinkCode`), `link_invalid` for an unknown or expired link, and the same if no center of the link or the operator
 * allows it.
 */
export async function openOwnExams(
  context: SendContext,
  request: RequestContext,
  opening: { accessToken: string; code?: string | undefined },
): Promise<OwnSession & { secret: string }> {
  if (!context.settings.canPatientsView) throw new Fault('link_invalid');
  const secret = newLinkToken(context.random);
  return await withLinkCode(
    context,
    request,
    opening,
    async ({ code, confirm }) => {
      const scope = consentScope(opening.accessToken, { code, sessionHash: hashSecret(secret) });
      return await context.db.within(scope, async (tx) => {
        const { accesses, now } = await getActiveLink(tx);
        if (!accesses.some(({ isOwnViewable }) => isOwnViewable)) throw new Fault('link_invalid');
        await confirm(tx);
        return { secret, expiresAt: new Date(now.getTime() + ownViewingMs).toISOString() };
      });
    },
    'own',
  );
}
