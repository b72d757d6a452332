import { routes } from '@medcloud/contract';
import { listApiTokens, makeApiToken, revokeApiToken } from '../../../domain/accounts/api-tokens.ts';
import { edge } from '../../server/edge.ts';

export const apiTokens = edge(routes.account.apiTokens, ({ portal, scope, asking }) =>
  listApiTokens(portal, scope, asking),
);

export const makeToken = edge(routes.account.makeApiToken, ({ portal, scope, asking, body }) =>
  makeApiToken(portal, scope, asking, body),
);

export const revokeToken = edge(routes.account.revokeApiToken, async ({ portal, scope, asking, params }) => {
  await revokeApiToken(portal, scope, asking, params.id);
  return { ok: true } as const;
});
