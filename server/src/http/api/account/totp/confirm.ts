import { routes } from '@medcloud/contract';
import { confirmTotp as confirm } from '../../../../domain/factors/change-factors.ts';
import { handler } from '../../../server/handler.ts';

export const confirmTotp = handler(
  routes.account.confirmTotp,
  async ({ context, signInPorts, scope, request, body }) => {
    const recoveryCodes = await confirm(context, signInPorts, scope, request, body.code);
    return { ok: true as const, ...(recoveryCodes === undefined ? {} : { recoveryCodes }) };
  },
);
