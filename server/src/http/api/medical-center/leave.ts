import { routes } from '@medcloud/contract';
import { leaveCenter } from '../../../domain/centers/members/leave-center.ts';
import { handler } from '../../server/handler.ts';

export const leave = handler(routes.team.leave, async ({ context, scope, request }) => {
  await leaveCenter(context, scope, request);
  return { ok: true as const };
});
