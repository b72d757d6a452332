import type { Alarm } from '@medcloud/contract';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { showAlarm } from './show.ts';
import { listOpenAlarms } from './store.ts';

/** Lists at most 200 alarms that no administrator has marked seen, newest first. */
export async function listAlarms(context: DbContext, scope: AdminScope): Promise<Alarm[]> {
  return (await context.db.within(scope, listOpenAlarms)).map(showAlarm);
}
