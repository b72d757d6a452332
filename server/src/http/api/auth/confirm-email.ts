import { routes } from '@medcloud/contract';
import { confirmEmail as confirm } from '../../../domain/doctors/confirm-email.ts';
import { edge } from '../../server/edge.ts';

export const confirmEmail = edge(routes.auth.confirmEmail, async ({ portal, asking, body }) => {
  await confirm(portal, asking, body.token);
  return { ok: true } as const;
});
