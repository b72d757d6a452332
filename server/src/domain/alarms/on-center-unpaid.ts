import type { CenterUnpaid } from '../billing/events.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { raiseAlarm } from './raise-alarm.ts';

/** Raises the alarm of a center that does not pay: it keeps its access, so a person asks it. */
export async function raiseUnpaidAlarm(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  { centerId }: CenterUnpaid,
): Promise<Record<string, never>> {
  await raiseAlarm(context, tx, { kind: 'center_unpaid', doctorId: null, centerId });
  return {};
}
