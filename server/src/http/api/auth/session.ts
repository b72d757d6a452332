import { routes } from '@medcloud/contract';
import { describeSession } from '../../../domain/accounts/sessions/describe-session.ts';
import { handler } from '../../server/handler.ts';

export const session = handler(routes.auth.session, ({ context, scope, request }) =>
  describeSession(context, scope, request.principal),
);
