import { routes } from '@medcloud/contract';
import { doctorDashboard } from '../../../domain/reports/doctor-dashboard.ts';
import { edge } from '../../server/edge.ts';

export const dashboard = edge(routes.doctor.dashboard, ({ portal, scope, asking }) =>
  doctorDashboard(portal, scope, asking),
);
