import { routes } from '@medcloud/contract';
import { describeSecurity } from '../../../domain/factors/describe-security.ts';
import { handler } from '../../server/handler.ts';

export const security = handler(routes.account.security, ({ context, scope, request }) =>
  describeSecurity(context, scope, request),
);
