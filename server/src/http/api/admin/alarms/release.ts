import { routes } from '@medcloud/contract';
import { releaseHold } from '../../../../domain/alarms/release-hold.ts';
import { handler } from '../../../server/handler.ts';

export const alarmRelease = handler(routes.admin.alarmRelease, async ({ context, scope, request, params }) => ({
  alarm: await releaseHold(context, scope, request, params.id),
}));
