import type { Doctor } from '@medcloud/contract';
import type { AdminScope } from '../authorization/scope.ts';
import { type Portal, today } from '../portal/portal.ts';
import { showDoctor } from './show.ts';
import { listPending } from './store.ts';

/** Doctors who wait for verification, oldest first. */
export async function listPendingDoctors(portal: Portal, scope: AdminScope): Promise<Doctor[]> {
  const rows = await portal.db.within(scope, listPending);
  return rows.map((row) => showDoctor(row, today(portal)));
}
