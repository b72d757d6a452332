import { routes } from '@medcloud/contract';
import { closeBreach as close } from '../../../../domain/breaches/close-breach.ts';
import { handler } from '../../../server/handler.ts';

export const closeBreach = handler(routes.breaches.closeBreach, async ({ context, scope, request, params, body }) => ({
  breach: await close(context, scope, request, params.id, body.reason),
}));
