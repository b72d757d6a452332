import { routes } from '@medcloud/contract';
import { addPasskey, removePasskey, renamePasskey } from '../../../domain/factors/change-passkeys.ts';
import { handler } from '../../server/handler.ts';

export const createPasskey = handler(routes.account.addPasskey, ({ context, scope, request, body }) =>
  addPasskey(context, scope, request, body),
);

export const changePasskey = handler(routes.account.renamePasskey, async ({ context, scope, params, body }) => {
  await renamePasskey(context, scope, params.id, body.name);
  return { ok: true } as const;
});

export const deletePasskey = handler(routes.account.removePasskey, async ({ context, scope, request, params }) => {
  return { ok: true, remaining: await removePasskey(context, scope, request, params.id) } as const;
});
