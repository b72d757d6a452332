import { routes } from '@medcloud/contract';
import { verifyCode } from '../../../domain/access/verify-code.ts';
import { edge } from '../../server/edge.ts';

export const verifyOtp = edge(routes.doctor.verifyOtp, async ({ portal, scope, asking, body }) => {
  await verifyCode(portal, scope, asking, body);
  return {
    message: 'Patient consent request has been sent. You will receive access once approved.',
    status: 'pending' as const,
  };
});
