import { routes } from '@medcloud/contract';
import { signOut } from '../../../domain/accounts/sign-in/sign-out.ts';
import { clearSessionCookie, readCredentials } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';
import { isSameOriginRequest } from '../../server/is-same-origin-request.ts';

export const logout = handler(routes.auth.logout, async ({ context, config, request, httpRequest, reply }) => {
  const credentials = readCredentials(httpRequest, config);
  const isSameOrigin = isSameOriginRequest(config, httpRequest);
  // Another site must not end a session by the cookie (product, "Sessions"). The response is 200 anyway.
  await signOut(context, request, { bearer: credentials.bearer, cookie: isSameOrigin ? credentials.cookie : null });
  // Nor may it clear the cookie: the user would be signed out while the session is still valid.
  if (!isSameOrigin) return { ok: true } as const;
  clearSessionCookie(reply, config);
  // Not "storage": it would erase the chosen language (security 1b).
  reply.header('clear-site-data', '"cache"');
  return { ok: true } as const;
});
