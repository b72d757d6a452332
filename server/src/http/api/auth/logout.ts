import { routes } from '@medcloud/contract';
import { signOut } from '../../../domain/accounts/sign-out.ts';
import { comesFromUs } from '../../server/comes-from-us.ts';
import { clearSessionCookie, readCredentials } from '../../server/credentials.ts';
import { edge } from '../../server/edge.ts';

export const logout = edge(routes.auth.logout, async ({ portal, config, asking, request, out }) => {
  const presented = readCredentials(request, config);
  const isOurs = comesFromUs(config, request);
  // Another site may not end a session by the cookie (product, "Sessions"); the answer is 200 all the same.
  await signOut(portal, asking, { bearer: presented.bearer, cookie: isOurs ? presented.cookie : null });
  // Nor may it take the cookie away, which would sign the person out while the session lives.
  if (!isOurs) return { ok: true } as const;
  clearSessionCookie(out, config);
  // Not "storage": it would erase the chosen language (security 1b).
  out.header('clear-site-data', '"cache"');
  return { ok: true } as const;
});
