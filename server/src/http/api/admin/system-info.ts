import { routes } from '@medcloud/contract';
import { describeSystem } from '../../../domain/health/describe-system.ts';
import { handler } from '../../server/handler.ts';

export const systemInfo = handler(routes.admin.systemInfo, ({ context, scope, health }) =>
  describeSystem(context, scope, health),
);
