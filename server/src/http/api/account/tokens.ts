import { routes } from '@medcloud/contract';
import { createApiToken, listApiTokens, revokeApiToken } from '../../../domain/accounts/tokens/api-tokens.ts';
import { handler } from '../../server/handler.ts';

export const apiTokens = handler(routes.account.apiTokens, ({ context, scope, request }) =>
  listApiTokens(context, scope, request),
);

export const createToken = handler(routes.account.makeApiToken, ({ context, scope, request, body }) =>
  createApiToken(context, scope, request, body),
);

export const revokeToken = handler(routes.account.revokeApiToken, async ({ context, scope, request, params }) => {
  await revokeApiToken(context, scope, request, params.id);
  return { ok: true } as const;
});
