import type { DunningStep } from '@medcloud/contract/shapes/billing/accounts';
import { dayAfter } from '../../../platform/time/days.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import { findAccount } from './accounts.ts';
import { type DunnedAccount, decideStep, type Step } from './decide-step.ts';

export interface NextStep {
  /** `YYYY-MM-DD` */
  on: string;
  step: DunningStep;
}

/** All steps of a day are taken. */
const lastHour = 23;
/** A period of three years, and grace. */
const maxDays = 1_200;

/** Finds what dunning does next with an account, from a day on, if nothing changes. Null: nothing, or not this account. */
export async function findNextStep(
  context: Pick<AppContext, 'settings' | 'payments'>,
  tx: Reader,
  userId: string,
  day: string,
): Promise<NextStep | null> {
  if (!canAsk(context.settings)) return null;
  const account = await findAccount(context, tx, userId);
  return account && nextStepOf(account, day);
}

/** Asks `decideStep` day by day, so that it cannot say anything else than what will be done. */
export function nextStepOf(account: DunnedAccount, from: string): NextStep | null {
  for (let day = from, count = 0; count < maxDays; day = dayAfter(day), count += 1) {
    const step = decideStep(account, day, lastHour);
    if (step !== null) return { on: day, step: nameOf(step) };
  }
  return null;
}

function nameOf(step: Step): DunningStep {
  if (step.act !== 'mail') return step.act;
  if (step.mail === 'suspended') return 'suspend';
  return step.mail === 'ended' ? 'end' : step.mail;
}
