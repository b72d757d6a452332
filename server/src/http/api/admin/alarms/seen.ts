import { routes } from '@medcloud/contract';
import { markAlarmSeen } from '../../../../domain/alarms/mark-alarm-seen.ts';
import { handler } from '../../../server/handler.ts';

export const alarmSeen = handler(routes.admin.alarmSeen, async ({ context, scope, request, params }) => ({
  alarm: await markAlarmSeen(context, scope, request, params.id),
}));
