import { routes } from '@medcloud/contract';
import { describeSystem } from '../../../domain/health/describe-system.ts';
import { edge } from '../../server/edge.ts';

export const systemInfo = edge(routes.admin.systemInfo, ({ portal, scope, health }) =>
  describeSystem(portal, scope, health),
);
