import { routes } from '@medcloud/contract';
import { centerDashboard } from '../../../domain/reports/center-dashboard.ts';
import { edge } from '../../server/edge.ts';

export const dashboard = edge(routes.center.dashboard, ({ portal, scope, asking }) =>
  centerDashboard(portal, scope, asking),
);
