import type { CenterPlanSet } from '../billing/events.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';

/** Stores the plan and storage that billing set. */
export async function storePlan(tx: Tx, { centerId, plan, quotaBytes }: CenterPlanSet): Promise<Record<string, never>> {
  await tx.updateTable('medical_centers').set({ plan, quota_bytes: quotaBytes }).where('id', '=', centerId).execute();
  await notifyClients(tx, { kind: 'account', ids: [centerId], to: { centers: [centerId], admins: true } });
  return {};
}
