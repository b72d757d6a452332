import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { portalCause } from '../cause.ts';
import { findCredits } from '../ledger/reads.ts';
import { lockSubscriptions } from '../subscriptions/store.ts';
import { type AccountRow, findAccounts } from './accounts.ts';
import { askForRenewals } from './ask-for-renewal.ts';
import { decideStep } from './decide-step.ts';
import { hasPaid } from './has-paid.ts';
import { type DunningLetter, sendDunningMails } from './send-dunning-mail.ts';
import type { StepContext } from './take-step.ts';

export interface StepTime {
  day: string;
  hour: number;
}

const maxSteps = 10;

/**
 * Takes the steps that most accounts need, in one transaction and by few statements: asks for the next period, and mails.
 * Returns the accounts that need another step or have money: their steps are taken one account after another. So are
 * those of all of them if this throws.
 */
export async function takeCommonSteps(
  context: StepContext & Pick<AppContext, 'db'>,
  userIds: readonly string[],
  at: StepTime,
): Promise<string[]> {
  return await context.db.within(systemScope('billing'), async (tx) => {
    await lockSubscriptions(tx, userIds);
    const others: string[] = [];
    let left = userIds;
    for (let count = 0; left.length > 0; count += 1) {
      if (count === maxSteps) throw new Error('The steps of accounts do not end.');
      const { asked, letters, other } = await decideSteps(context, tx, left, at);
      const dues = asked.length === 0 ? [] : await askForRenewals(context, tx, portalCause, asked, at.day);
      await sendDunningMails(context, tx, letters, at.day);
      others.push(...other);
      left = [...dues.map(({ userId }) => userId), ...letters.map(({ debtor }) => debtor.userId)];
    }
    return others;
  });
}

interface DecidedSteps {
  asked: AccountRow[];
  letters: DunningLetter[];
  /** Accounts that need another step. */
  other: string[];
}

async function decideSteps(
  context: StepContext,
  tx: Tx,
  userIds: readonly string[],
  { day, hour }: StepTime,
): Promise<DecidedSteps> {
  const credits = await findCredits(tx, userIds);
  const decided: DecidedSteps = { asked: [], letters: [], other: [] };
  for (const account of await findAccounts(context, tx, userIds)) {
    const step = decideStep(account, day, hour);
    const credit = credits.get(account.userId) ?? 0;
    if (step === null || hasPaid(account, credit)) continue;
    if (step.act === 'ask' && credit <= 0) decided.asked.push(account);
    // the last reminder gives days of access, too
    else if (step.act === 'mail' && step.mail !== 'last') decided.letters.push({ ...step, debtor: account });
    else decided.other.push(account.userId);
  }
  return decided;
}
