import { routes } from '@medcloud/contract';
import { rememberByLink } from '../../../domain/accounts/passwords/remember-by-link.ts';
import { readBrowserSecrets, setDeviceCookie } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const rememberBrowser = handler(
  routes.auth.rememberBrowser,
  async ({ context, config, request, body, httpRequest, reply }) => {
    const { device: known } = readBrowserSecrets(httpRequest, config);
    const { role, device } = await rememberByLink(context, request, { ...body, device: known });
    setDeviceCookie(reply, config, device);
    return { ok: true as const, role };
  },
);
