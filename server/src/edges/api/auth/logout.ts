import { routes } from '@medcloud/contract';
import { signOut } from '../../../domain/accounts/sign-out.ts';
import { isSameOrigin } from '../../../platform/http/same-origin.ts';
import { edge } from '../../edge.ts';
import { clearSessionCookie, readCredentials } from '../../session/credentials.ts';

export const logout = edge(routes.auth.logout, async ({ portal, config, asking, request, out }) => {
  const presented = readCredentials(request, config);
  // Another site may not end a session by the cookie; the answer is 200 all the same.
  const cookie = isSameOrigin(request.headers, [config.publicUrl.origin]) ? presented.cookie : null;
  await signOut(portal, asking, { bearer: presented.bearer, cookie });
  clearSessionCookie(out, config);
  // Not "storage": it would erase the chosen language (security 1b).
  out.header('clear-site-data', '"cache"');
  return { ok: true } as const;
});
