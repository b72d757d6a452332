import { routes } from '@medcloud/contract';
import { joinByInvitation } from '../../../../domain/centers/members/accept-invitation.ts';
import { handler } from '../../../server/handler.ts';

export const join = handler(routes.team.joinByInvitation, async ({ context, request, body }) => ({
  ok: true as const,
  signInName: await joinByInvitation(context, request, body.token),
}));
