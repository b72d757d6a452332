import { routes } from '@medcloud/contract';
import { changeDoctorParty } from '../../../../domain/billing/own-billing.ts';
import { handler } from '../../../server/handler.ts';

export const doctorParty = handler(routes.billing.doctorParty, ({ context, scope, request, body }) =>
  changeDoctorParty(context, scope, request, body),
);
