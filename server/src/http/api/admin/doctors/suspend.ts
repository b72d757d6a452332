import { routes } from '@medcloud/contract';
import { suspendDoctor as suspend } from '../../../../domain/doctors/suspend-doctor.ts';
import { edge } from '../../../server/edge.ts';

export const suspendDoctor = edge(routes.admin.suspendDoctor, async ({ portal, scope, asking, params, body }) => ({
  doctor: await suspend(portal, scope, asking, params.id, body?.reason),
}));
