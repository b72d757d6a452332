import { routes } from '@medcloud/contract';
import { confirmEmail as confirm } from '../../../domain/doctors/applications/confirm-email.ts';
import { handler } from '../../server/handler.ts';

export const confirmEmail = handler(routes.auth.confirmEmail, async ({ context, request, body }) => {
  await confirm(context, request, body.token);
  return { ok: true } as const;
});
