import { routes } from '@medcloud/contract';
import { requestAccess } from '../../../domain/access/requests/request-access.ts';
import { handler } from '../../server/handler.ts';

export const requestPatientAccess = handler(
  routes.doctor.requestPatientAccess,
  async ({ context, scope, request, body }) => {
    const { requestId, resendAt } = await requestAccess(context, scope, request, body.patientPhone);
    return { message: 'SMS with OTP has been sent', requestId, resendAt: resendAt.toISOString() };
  },
);
