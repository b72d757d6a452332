import { routes } from '@medcloud/contract';
import { centerDashboard } from '../../../domain/dashboards/center-dashboard.ts';
import { handler } from '../../server/handler.ts';

export const dashboard = handler(routes.center.dashboard, ({ context, scope, request }) =>
  centerDashboard(context, scope, request),
);
