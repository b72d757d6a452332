import type { Alarm } from '@medcloud/contract';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { showAlarm } from './show.ts';
import { listOpenAlarms } from './store.ts';

/** The alarms that no administrator has looked at, newest first; 200 at most. */
export async function listAlarms(context: Pick<AppContext, 'db'>, scope: AdminScope): Promise<Alarm[]> {
  return (await context.db.within(scope, listOpenAlarms)).map(showAlarm);
}
