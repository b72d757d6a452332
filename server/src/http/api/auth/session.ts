import { routes } from '@medcloud/contract';
import { describeSession } from '../../../domain/accounts/describe-session.ts';
import { edge } from '../../server/edge.ts';

export const session = edge(routes.auth.session, ({ portal, scope, asking }) =>
  describeSession(portal, scope, asking.who),
);
