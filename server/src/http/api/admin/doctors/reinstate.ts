import { routes } from '@medcloud/contract';
import { reinstateDoctor as reinstate } from '../../../../domain/doctors/suspend-doctor.ts';
import { edge } from '../../../server/edge.ts';

export const reinstateDoctor = edge(routes.admin.reinstateDoctor, async ({ portal, scope, asking, params }) => ({
  doctor: await reinstate(portal, scope, asking, params.id),
}));
