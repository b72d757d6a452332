import { routes } from '@medcloud/contract';
import { requestAccess } from '../../../domain/access/request-access.ts';
import { edge } from '../../server/edge.ts';

export const requestPatientAccess = edge(
  routes.doctor.requestPatientAccess,
  async ({ portal, scope, asking, body }) => {
    const { requestId, resendAt } = await requestAccess(portal, scope, asking, body.patientPhone);
    return { message: 'SMS with OTP has been sent', requestId, resendAt: resendAt.toISOString() };
  },
);
