import { routes } from '@medcloud/contract';
import { resetMemberFactors } from '../../../../domain/centers/members/reset-member-factors.ts';
import { handler } from '../../../server/handler.ts';

export const resetFactors = handler(routes.team.resetMemberFactors, ({ context, scope, request, params }) =>
  resetMemberFactors(context, scope, request, params.id),
);
