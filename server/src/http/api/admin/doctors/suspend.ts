import { routes } from '@medcloud/contract';
import { suspendDoctor as suspend } from '../../../../domain/doctors/suspend-doctor.ts';
import { handler } from '../../../server/handler.ts';

export const suspendDoctor = handler(routes.admin.suspendDoctor, async ({ context, scope, request, params, body }) => ({
  doctor: await suspend(context, scope, request, params.id, body?.reason),
}));
