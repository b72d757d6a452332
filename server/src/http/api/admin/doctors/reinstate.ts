import { routes } from '@medcloud/contract';
import { reinstateDoctor as reinstate } from '../../../../domain/doctors/suspend-doctor.ts';
import { handler } from '../../../server/handler.ts';

export const reinstateDoctor = handler(routes.admin.reinstateDoctor, async ({ context, scope, request, params }) => ({
  doctor: await reinstate(context, scope, request, params.id),
}));
