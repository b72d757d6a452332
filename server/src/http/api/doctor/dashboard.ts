import { routes } from '@medcloud/contract';
import { doctorDashboard } from '../../../domain/dashboards/doctor-dashboard.ts';
import { handler } from '../../server/handler.ts';

export const dashboard = handler(routes.doctor.dashboard, ({ context, scope, request }) =>
  doctorDashboard(context, scope, request),
);
