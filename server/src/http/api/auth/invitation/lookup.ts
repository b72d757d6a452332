import { routes } from '@medcloud/contract';
import { readInvitation } from '../../../../domain/centers/members/accept-invitation.ts';
import { handler } from '../../../server/handler.ts';

export const lookup = handler(routes.team.findInvitation, ({ context, body }) => readInvitation(context, body.token));
