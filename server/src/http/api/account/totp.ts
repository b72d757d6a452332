import { routes } from '@medcloud/contract';
import { beginTotp, removeTotp as remove } from '../../../domain/factors/change-factors.ts';
import { handler } from '../../server/handler.ts';

export const createTotp = handler(routes.account.beginTotp, ({ context, scope, request }) =>
  beginTotp(context, scope, request),
);

export const removeTotp = handler(routes.account.removeTotp, async ({ context, signInPorts, scope, request }) => {
  await remove(context, signInPorts, scope, request);
  return { ok: true } as const;
});
