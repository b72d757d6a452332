import { routes } from '@medcloud/contract';
import { listPendingDoctors } from '../../../domain/doctors/list-pending.ts';
import { handler } from '../../server/handler.ts';

export const pendingDoctors = handler(routes.admin.pendingDoctors, ({ context, scope }) =>
  listPendingDoctors(context, scope),
);
