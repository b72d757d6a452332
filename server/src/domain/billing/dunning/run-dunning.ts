import { formatLocalTime } from '../../../platform/time/format-local-time.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { canAsk } from '../can-ask.ts';
import { findDue } from '../dues/reads.ts';
import { waitsForAuthority } from '../fiscal/waits-for-authority.ts';
import { findCredit } from '../ledger/reads.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type AccountRow, findAccount, listAccounts } from './accounts.ts';
import { decideStep } from './decide-step.ts';
import { issueWaiting } from './issue-waiting.ts';
import { type StepContext, takeStep } from './take-step.ts';

type DunningContext = StepContext & Pick<AppContext, 'db'>;

const pageSize = 500;
/** While one account waits for the database, steps of others are decided. */
const concurrentAccounts = 4;
const maxSteps = 10;

/**
 * Takes the steps that are due today of every billed account: asks for renewals, charges saved cards, reminds, and ends
 * access. Any node may repeat it: an account's steps are decided and taken under its lock, in one transaction. A failure
 * of one account does not stop the others; all are thrown at the end, but for steps that wait for the tax authority. First
 * issues what waited for the operator's facts. Does nothing in a portal that cannot be paid.
 */
export async function runDunning(context: DunningContext): Promise<void> {
  if (!canAsk(context.settings)) return;
  await issueWaiting(context);
  const at = { day: today(context), hour: localHour(context) };
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page: AccountRow[] = await context.db.within(systemScope('billing'), (tx) =>
      listAccounts(context, tx, at.day, { after, limit: pageSize }),
    );
    const due = page.filter((account) => decideStep(account, at.day, at.hour) !== null).values();
    const takeAll = async () => {
      for (const { userId } of due)
        await takeSteps(context, userId, at).catch((error: unknown) => {
          if (!waitsForAuthority(error)) failures.push(error);
        });
    };
    await Promise.all(Array.from({ length: concurrentAccounts }, takeAll));
    after = page.at(-1)?.userId ?? null;
    if (page.length < pageSize) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be dunned.`);
}

/** Takes all steps of one account. */
async function takeSteps(
  context: DunningContext,
  userId: string,
  { day, hour }: { day: string; hour: number },
): Promise<void> {
  await context.db.within(systemScope('billing'), async (tx) => {
    await lockSubscription(tx, userId);
    for (let count = 0; count < maxSteps; count += 1) {
      const account = await findAccount(context, tx, userId);
      const step = account && decideStep(account, day, hour);
      if (account === null || step === null || (await hasPaid(tx, account))) return;
      if (!(await takeStep(context, tx, account, step, day))) return;
    }
    throw new Error('The steps of an account do not end.');
  });
}

/** Returns whether an account has the money for what is asked: its invoice waits for VIES, and then pays it. */
async function hasPaid(tx: Tx, { userId, due }: AccountRow): Promise<boolean> {
  if (due === null || due.hasInvoice) return false;
  const owed = await findDue(tx, { id: due.id });
  return owed !== null && (await findCredit(tx, userId)) >= owed.grossCents;
}

const localHour = ({ clock, settings }: Pick<AppContext, 'clock' | 'settings'>) =>
  Number(formatLocalTime(clock.now().toISOString(), settings.timeZone).slice(11, 13));
