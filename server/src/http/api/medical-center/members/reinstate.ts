import { routes } from '@medcloud/contract';
import { changeState } from '../../../../domain/centers/members/change-member.ts';
import { handler } from '../../../server/handler.ts';

export const reinstate = handler(routes.team.reinstateMember, ({ context, scope, request, params }) =>
  changeState(context, scope, request, params.id, 'reinstate'),
);
