import { routes } from '@medcloud/contract';
import { rejectDoctor as reject } from '../../../domain/doctors/decide-doctor.ts';
import { edge } from '../../server/edge.ts';

export const rejectDoctor = edge(routes.admin.rejectDoctor, async ({ portal, scope, asking, params, body }) => ({
  doctor: await reject(portal, scope, asking, params.id, body?.reason),
}));
