import { routes } from '@medcloud/contract';
import { requestReset } from '../../../domain/accounts/request-reset.ts';
import { edge } from '../../server/edge.ts';

export const forgotPassword = edge(routes.auth.forgotPassword, async ({ portal, asking, body }) => {
  await requestReset(portal, asking, body.email);
  return { ok: true } as const;
});
