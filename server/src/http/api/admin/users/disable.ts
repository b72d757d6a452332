import { routes } from '@medcloud/contract';
import { disableUser as disable } from '../../../../domain/accounts/disable-user.ts';
import { handler } from '../../../server/handler.ts';

export const disableUser = handler(routes.admin.disableUser, async ({ context, scope, request, params, body }) => ({
  user: await disable(context, scope, request, params.id, body?.reason),
}));
