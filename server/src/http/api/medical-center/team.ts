import { routes } from '@medcloud/contract';
import { listTeam } from '../../../domain/centers/members/list-team.ts';
import { handler } from '../../server/handler.ts';

export const team = handler(routes.team.team, ({ context, scope, request }) => listTeam(context, scope, request));
