import { dayAfter } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import { findNextStep, type NextStep } from '../dunning/next-step.ts';
import { findChargedCenter, findUpgradeRequest } from './center-reads.ts';
import { decideUpgradeStep, type UnpaidUpgrade } from './decide-upgrade-step.ts';
import { findFirstDay } from './first-day.ts';
import { readUpgrade } from './read-upgrade.ts';

/** All steps of a day are taken. */
const lastHour = 23;
const maxDays = 60;

/** Finds what the portal does next with an account, from a day on, if nothing changes: dunning, or a change of plan. */
export async function findAnyNextStep(
  context: Pick<AppContext, 'settings' | 'payments'>,
  tx: Reader,
  userId: string,
  day: string,
): Promise<NextStep | null> {
  if (!canAsk(context.settings)) return null;
  const due = await findUpgradeRequest(tx, userId);
  const center = await findChargedCenter(tx, userId);
  const steps = [
    due && nextUpgradeStep(await readUpgrade(tx, due), day),
    center?.nextPlan ? ({ on: await findFirstDay(tx, center, day), step: 'next_plan' } as const) : null,
    await findNextStep(context, tx, userId, day),
  ];
  return steps.filter((step) => step !== null).toSorted((a, b) => (a.on < b.on ? -1 : 1))[0] ?? null;
}

/** Asks `decideUpgradeStep` day by day, so that it cannot say anything else than what will be done. */
function nextUpgradeStep(upgrade: UnpaidUpgrade, from: string): NextStep | null {
  for (let day = from, count = 0; count < maxDays; day = dayAfter(day), count += 1) {
    const step = decideUpgradeStep(upgrade, day, lastHour);
    if (step !== null) return { on: day, step: `upgrade_${step}` };
  }
  return null;
}
