import { routes } from '@medcloud/contract';
import { serverTranslator } from '@medcloud/text/node';
import { requestAccess } from '../../../domain/access/requests/request-access.ts';
import { handler } from '../../server/handler.ts';

export const requestPatientAccess = handler(
  routes.doctor.requestPatientAccess,
  async ({ context, scope, request, body }) => {
    const { requestId, resendAt } = await requestAccess(context, scope, request, body.patientPhone);
    const message = serverTranslator('server/replies', 'en')('codeSent');
    return { message, requestId, resendAt: resendAt.toISOString() };
  },
);
