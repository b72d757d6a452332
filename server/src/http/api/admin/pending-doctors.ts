import { routes } from '@medcloud/contract';
import { listPendingDoctors } from '../../../domain/doctors/list-pending.ts';
import { edge } from '../../server/edge.ts';

export const pendingDoctors = edge(routes.admin.pendingDoctors, ({ portal, scope }) =>
  listPendingDoctors(portal, scope),
);
