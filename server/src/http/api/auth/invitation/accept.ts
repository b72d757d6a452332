import { routes } from '@medcloud/contract';
import { acceptInvitation } from '../../../../domain/centers/members/accept-invitation.ts';
import { handler } from '../../../server/handler.ts';

export const accept = handler(routes.team.acceptInvitation, async ({ context, signInPorts, request, body }) => ({
  ok: true as const,
  signInName: await acceptInvitation(context, signInPorts.passwords, request, body),
}));
