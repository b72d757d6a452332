import { routes } from '@medcloud/contract';
import { revokeUserSessions as revoke } from '../../../../domain/accounts/disable-user.ts';
import { handler } from '../../../server/handler.ts';

export const revokeUserSessions = handler(
  routes.admin.revokeUserSessions,
  async ({ context, scope, request, params }) => ({
    ended: await revoke(context, scope, request, params.id),
  }),
);
