import { routes } from '@medcloud/contract';
import { verifyCode } from '../../../domain/access/requests/verify-code.ts';
import { handler } from '../../server/handler.ts';

export const verifyOtp = handler(routes.doctor.verifyOtp, async ({ context, scope, request, body }) => {
  await verifyCode(context, scope, request, body);
  return {
    message: 'Patient consent request has been sent. You will receive access once approved.',
    status: 'pending' as const,
  };
});
