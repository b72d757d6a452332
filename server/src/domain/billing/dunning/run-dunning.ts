import { setTimeout as wait } from 'node:timers/promises';
import { formatLocalTime } from '../../../platform/time/format-local-time.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, today } from '../../core/context.ts';
import { canAsk } from '../can-ask.ts';
import { waitsForAuthority } from '../fiscal/waits-for-authority.ts';
import { findCredit } from '../ledger/reads.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import { type AccountRow, findAccount, listAccounts } from './accounts.ts';
import { decideStep } from './decide-step.ts';
import { hasPaid } from './has-paid.ts';
import { issueWaiting } from './issue-waiting.ts';
import { type StepTime, takeCommonSteps } from './take-common-steps.ts';
import { type StepContext, takeStep } from './take-step.ts';

type DunningContext = StepContext & Pick<AppContext, 'db'>;

const pageSize = 500;
/** Accounts whose common steps are taken in one transaction, which locks them. */
const batchSize = 50;
const maxRestMs = 1_000;
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
    const due = page.filter((account) => decideStep(account, at.day, at.hour) !== null).map(({ userId }) => userId);
    failures.push(...(await takeAll(context, due, at)));
    after = page.at(-1)?.userId ?? null;
    if (page.length < pageSize) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be dunned.`);
}

/** Takes all steps of accounts. Returns the failures. */
async function takeAll(context: DunningContext, userIds: readonly string[], at: StepTime): Promise<unknown[]> {
  const failures: unknown[] = [];
  const others = (await takeTogether(context, userIds, at)).values();
  const takeEach = async () => {
    for (const userId of others)
      await takeSteps(context, userId, at).catch((error: unknown) => {
        if (!waitsForAuthority(error)) failures.push(error);
      });
  };
  await Promise.all(Array.from({ length: concurrentAccounts }, takeEach));
  return failures;
}

/** Takes the common steps of batches of accounts. Returns the accounts whose steps are to be taken one after another. */
async function takeTogether(context: DunningContext, userIds: readonly string[], at: StepTime): Promise<string[]> {
  const others: string[] = [];
  let tookMs = 0;
  for (let start = 0; start < userIds.length; start += batchSize) {
    // half of the time is left to requests, and to the mails of the batch before
    await wait(Math.min(tookMs, maxRestMs));
    const startedAt = performance.now();
    const batch = userIds.slice(start, start + batchSize);
    // one account's failure undoes the steps of all: then each account is taken alone
    others.push(...(await takeCommonSteps(context, batch, at).catch(() => batch)));
    tookMs = performance.now() - startedAt;
  }
  return others;
}

/** Takes all steps of one account. */
async function takeSteps(context: DunningContext, userId: string, { day, hour }: StepTime): Promise<void> {
  await context.db.within(systemScope('billing'), async (tx) => {
    await lockSubscription(tx, userId);
    for (let count = 0; count < maxSteps; count += 1) {
      const account = await findAccount(context, tx, userId);
      const step = account && decideStep(account, day, hour);
      if (account === null || step === null || hasPaid(account, await findCredit(tx, userId))) return;
      if (!(await takeStep(context, tx, account, step, day))) return;
    }
    throw new Error('The steps of an account do not end.');
  });
}

const localHour = ({ clock, settings }: Pick<AppContext, 'clock' | 'settings'>) =>
  Number(formatLocalTime(clock.now().toISOString(), settings.timeZone).slice(11, 13));
