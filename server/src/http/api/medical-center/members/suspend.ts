import { routes } from '@medcloud/contract';
import { changeState } from '../../../../domain/centers/members/change-member.ts';
import { handler } from '../../../server/handler.ts';

export const suspend = handler(routes.team.suspendMember, ({ context, scope, request, params }) =>
  changeState(context, scope, request, params.id, 'suspend'),
);
