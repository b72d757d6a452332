import { routes } from '@medcloud/contract';
import { adminDashboard } from '../../../domain/dashboards/admin-dashboard.ts';
import { handler } from '../../server/handler.ts';

export const dashboard = handler(routes.admin.dashboard, ({ context, scope }) => adminDashboard(context, scope));
