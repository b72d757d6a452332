import { routes } from '@medcloud/contract';
import { adminDashboard } from '../../../domain/reports/admin-dashboard.ts';
import { edge } from '../../server/edge.ts';

export const dashboard = edge(routes.admin.dashboard, ({ portal, scope }) => adminDashboard(portal, scope));
