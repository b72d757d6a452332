import { routes } from '@medcloud/contract';
import { changeLanguage } from '../../domain/accounts/change-language.ts';
import { handler } from '../server/handler.ts';

export const changeAccount = handler(routes.auth.changeAccount, async ({ context, scope, request, body }) => ({
  user: await changeLanguage(context, scope, request, body.language),
}));
