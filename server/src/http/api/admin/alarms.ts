import { routes } from '@medcloud/contract';
import { listAlarms } from '../../../domain/alarms/list-alarms.ts';
import { handler } from '../../server/handler.ts';

export const alarmsToSee = handler(routes.admin.alarmsToSee, ({ context, scope }) => listAlarms(context, scope));
