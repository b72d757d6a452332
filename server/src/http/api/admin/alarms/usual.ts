import { routes } from '@medcloud/contract';
import { markAlarmUsual } from '../../../../domain/alarms/mark-alarm-usual.ts';
import { handler } from '../../../server/handler.ts';

export const alarmUsual = handler(routes.admin.alarmUsual, async ({ context, scope, request, params }) => ({
  alarm: await markAlarmUsual(context, scope, request, params.id),
}));
