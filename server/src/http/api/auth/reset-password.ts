import { routes } from '@medcloud/contract';
import { resetPassword as reset } from '../../../domain/accounts/reset-password.ts';
import { edge } from '../../server/edge.ts';

export const resetPassword = edge(routes.auth.resetPassword, async ({ portal, signInPorts, asking, body }) => ({
  ok: true as const,
  role: await reset(portal, signInPorts, asking, body),
}));
