import { routes } from '@medcloud/contract';
import { approveDoctor as approve } from '../../../domain/doctors/decide-doctor.ts';
import { edge } from '../../server/edge.ts';

export const approveDoctor = edge(routes.admin.approveDoctor, async ({ portal, scope, asking, params }) => ({
  doctor: await approve(portal, scope, asking, params.id),
}));
