import { routes } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import { verifyCode } from '../../../domain/access/requests/verify-code.ts';
import { handler } from '../../server/handler.ts';

export const verifyOtp = handler(routes.doctor.verifyOtp, async ({ context, scope, request, body }) => {
  await verifyCode(context, scope, request, body);
  return { message: serverTranslator('server/replies', 'en')('consentRequestSent'), status: 'pending' as const };
});
