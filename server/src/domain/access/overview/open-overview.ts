import { limits, type OverviewSession } from '@medcloud/contract';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { record } from '../../audit/record/record.ts';
import { consentScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { SendContext } from '../../core/context.ts';
import { withLinkCode } from '../links/confirm-by-code.ts';
import { getActiveLink } from '../links/get-active-link.ts';
import { newLinkToken } from '../requests/verify-code.ts';

/**
 * Opens the list of all grants of the link's phone, by a code that was sent to it. Returns the secret that lists and
 * changes them for 20 minutes. Throws `code_required`, `otp_invalid` or `rate_limited` (`withLinkCode`), and
 * `link_invalid` for an unknown or expired link.
 */
export async function openOverview(
  context: SendContext,
  request: RequestContext,
  opening: { accessToken: string; code?: string | undefined },
): Promise<OverviewSession> {
  const overviewToken = newLinkToken(context.random);
  return await withLinkCode(
    context,
    request,
    opening,
    async ({ code, confirm }) => {
      const scope = consentScope(opening.accessToken, { code, sessionHash: hashSecret(overviewToken) });
      return await context.db.within(scope, async (tx) => {
        const { accessRequest, now } = await getActiveLink(tx);
        await confirm(tx);
        await record(tx, {
          event: 'consent_overview_opened',
          actor: { kind: 'patient' },
          requestId: request.requestId,
          addressBlock: request.addressBlock,
          object: { kind: 'request', id: accessRequest.id },
        });
        return { overviewToken, expiresAt: new Date(now.getTime() + limits.overviewMs).toISOString() };
      });
    },
    'overview',
  );
}
