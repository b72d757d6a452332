import type { Doctor } from '@medcloud/contract';
import type { AdminScope } from '../authorization/scope.ts';
import { type TimeContext, today } from '../core/context.ts';
import { showDoctor } from './show.ts';
import { listPending } from './store.ts';

/** Lists doctors waiting for verification, oldest first. */
export async function listPendingDoctors(context: TimeContext, scope: AdminScope): Promise<Doctor[]> {
  const rows = await context.db.within(scope, listPending);
  return rows.map((row) => showDoctor(row, today(context)));
}
