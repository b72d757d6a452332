import { routes } from '@medcloud/contract';
import { rejectDoctor as reject } from '../../../domain/doctors/decide-doctor.ts';
import { handler } from '../../server/handler.ts';

export const rejectDoctor = handler(routes.admin.rejectDoctor, async ({ context, scope, request, params, body }) => ({
  doctor: await reject(context, scope, request, params.id, body?.reason),
}));
