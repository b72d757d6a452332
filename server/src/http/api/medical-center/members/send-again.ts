import { routes } from '@medcloud/contract';
import { resendInvitation } from '../../../../domain/centers/members/invite-member.ts';
import { handler } from '../../../server/handler.ts';

export const sendAgain = handler(routes.team.resendInvitation, ({ context, scope, request, params }) =>
  resendInvitation(context, scope, request, params.id),
);
