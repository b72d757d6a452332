import { routes } from '@medcloud/contract';
import { approveDoctor as approve } from '../../../domain/doctors/decide-doctor.ts';
import { handler } from '../../server/handler.ts';

export const approveDoctor = handler(routes.admin.approveDoctor, async ({ context, scope, request, params, body }) => ({
  doctor: await approve(context, scope, request, params.id, body?.trialDays),
}));
