import { routes } from '@medcloud/contract';
import { changeBreach as change } from '../../../domain/breaches/change-breach.ts';
import { listBreaches } from '../../../domain/breaches/list-breaches.ts';
import { openBreach as open } from '../../../domain/breaches/open-breach.ts';
import { readBreach } from '../../../domain/breaches/read-breach.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const breaches = handler(routes.breaches.breaches, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listBreaches(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.breaches;
});

export const openBreach = handler(routes.breaches.openBreach, async ({ context, scope, request, body }) => ({
  breach: await open(context, scope, request, body),
}));

export const breach = handler(routes.breaches.breach, ({ context, scope, request, params }) =>
  readBreach(context, scope, request, params.id),
);

export const changeBreach = handler(
  routes.breaches.changeBreach,
  async ({ context, scope, request, params, body }) => ({
    breach: await change(context, scope, request, params.id, body),
  }),
);
