import { routes } from '@medcloud/contract';
import { markAlarmSeen } from '../../../../domain/alarms/mark-alarm-seen.ts';
import { edge } from '../../../server/edge.ts';

export const alarmSeen = edge(routes.admin.alarmSeen, async ({ portal, scope, asking, params }) => ({
  alarm: await markAlarmSeen(portal, scope, asking, params.id),
}));
