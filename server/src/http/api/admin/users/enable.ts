import { routes } from '@medcloud/contract';
import { enableUser as enable } from '../../../../domain/accounts/disable-user.ts';
import { handler } from '../../../server/handler.ts';

export const enableUser = handler(routes.admin.enableUser, async ({ context, scope, request, params }) => ({
  user: await enable(context, scope, request, params.id),
}));
