import { routes } from '@medcloud/contract';
import { resetPassword as reset } from '../../../domain/accounts/passwords/reset-password.ts';
import { readBrowserSecrets, setDeviceCookie } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const resetPassword = handler(
  routes.auth.resetPassword,
  async ({ context, config, signInPorts, request, body, httpRequest, reply }) => {
    const { device: known } = readBrowserSecrets(httpRequest, config);
    const { role, device } = await reset(context, signInPorts, request, { ...body, device: known });
    setDeviceCookie(reply, config, device);
    return { ok: true as const, role };
  },
);
