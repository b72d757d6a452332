import { routes } from '@medcloud/contract';
import { setDoctorCancellation } from '../../../../domain/billing/own-billing.ts';
import { handler } from '../../../server/handler.ts';

export const doctorCancellation = handler(routes.billing.doctorCancellation, ({ context, scope, request, body }) =>
  setDoctorCancellation(context, scope, request, body.cancel),
);
