import { addDays } from '../../../platform/time/days.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, type TimeContext, today } from '../../core/context.ts';
import { addMonths } from '../subscriptions/subscription-period.ts';
import { findHomeRate } from './home-rate.ts';
import { listMonths } from './reads.ts';
import { listStoredMonths, lockPeriods, storeMonthRows } from './store.ts';

/** As far back as figures can be asked for. */
export const maxMonths = 60;

/** Computes and stores the past months that are not stored. Any node may repeat it. */
export async function storeMonths(context: TimeContext & Pick<AppContext, 'db'>): Promise<void> {
  const day = today(context);
  const lastDay = addDays(`${day.slice(0, 7)}-01`, -1);
  const last = lastDay.slice(0, 7);
  const oldest = addMonths(`${day.slice(0, 7)}-01`, -maxMonths).slice(0, 7);
  await context.db.within(systemScope('billing'), async (tx) => {
    const basisPoints = await findHomeRate(context, tx, day);
    const findMissing = async () => {
      const stored = await listStoredMonths(tx, { first: oldest, last, basisPoints });
      return stored.length === maxMonths ? null : addMonths(`${oldest}-01`, stored.length);
    };
    if ((await findMissing()) === null) return;
    await lockPeriods(tx);
    const first = await findMissing();
    if (first === null) return;
    const rows = await listMonths(tx, { first, last: lastDay, today: day, basisPoints });
    await storeMonthRows(tx, rows, basisPoints);
  });
}
