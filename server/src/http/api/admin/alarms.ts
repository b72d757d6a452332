import { routes } from '@medcloud/contract';
import { listAlarms } from '../../../domain/alarms/list-alarms.ts';
import { edge } from '../../server/edge.ts';

export const alarmsToSee = edge(routes.admin.alarmsToSee, ({ portal, scope }) => listAlarms(portal, scope));
