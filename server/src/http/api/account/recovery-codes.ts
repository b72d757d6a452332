import { routes } from '@medcloud/contract';
import { makeRecoveryCodes } from '../../../domain/factors/change-factors.ts';
import { handler } from '../../server/handler.ts';

export const createRecoveryCodes = handler(
  routes.account.makeRecoveryCodes,
  async ({ context, signInPorts, scope, request }) => ({
    codes: await makeRecoveryCodes(context, signInPorts, scope, request),
  }),
);
