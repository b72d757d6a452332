import { routes } from '@medcloud/contract';
import { changeState } from '../../../../domain/centers/members/change-member.ts';
import { handler } from '../../../server/handler.ts';

export const end = handler(routes.team.endMember, ({ context, scope, request, params }) =>
  changeState(context, scope, request, params.id, 'end'),
);
