import { routes } from '@medcloud/contract';
import { changeLanguage } from '../../domain/accounts/change-language.ts';
import { edge } from '../server/edge.ts';

export const changeAccount = edge(routes.auth.changeAccount, async ({ portal, scope, asking, body }) => ({
  user: await changeLanguage(portal, scope, asking, body.language),
}));
