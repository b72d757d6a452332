import { routes } from '@medcloud/contract';
import { changeMember } from '../../../domain/centers/members/change-member.ts';
import { inviteMember } from '../../../domain/centers/members/invite-member.ts';
import { handler } from '../../server/handler.ts';

export const invite = handler(routes.team.inviteMember, ({ context, scope, request, body }) =>
  inviteMember(context, scope, request, body),
);

export const change = handler(routes.team.changeMember, ({ context, scope, request, params, body }) =>
  changeMember(context, scope, request, params.id, body),
);
