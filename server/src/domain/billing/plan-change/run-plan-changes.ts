import { formatLocalTime } from '../../../platform/time/format-local-time.ts';
import { systemScope } from '../../authorization/authorize.ts';
import { type AppContext, today } from '../../core/context.ts';
import { canAsk } from '../can-ask.ts';
import { waitsForAuthority } from '../fiscal/waits-for-authority.ts';
import { lockSubscription } from '../subscriptions/store.ts';
import type { UpgradeContext } from './ask-for-upgrade.ts';
import { beginNextPlan } from './begin-next-plan.ts';
import { listChangingAccounts } from './changing-accounts.ts';
import { takeUpgradeStep } from './take-upgrade-step.ts';

type ChangeContext = UpgradeContext & Pick<AppContext, 'db'>;

const pageSize = 200;

/**
 * Takes the steps of centers that chose another plan: a lower one begins, and a higher one that was not paid is reminded of
 * and lapses. Any node may repeat it: each account's steps are decided and taken under its lock, in one transaction. A failure
 * of one does not stop the others; all are thrown at the end.
 */
export async function runPlanChanges(context: ChangeContext): Promise<void> {
  if (!canAsk(context.settings)) return;
  const { clock, settings } = context;
  const at = {
    day: today(context),
    hour: Number(formatLocalTime(clock.now().toISOString(), settings.timeZone).slice(11, 13)),
  };
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page: string[] = await context.db.within(systemScope('billing'), (tx) =>
      listChangingAccounts(tx, { after, limit: pageSize }),
    );
    for (const userId of page)
      await takeSteps(context, userId, at).catch((error: unknown) => {
        if (!waitsForAuthority(error)) failures.push(error);
      });
    after = page.at(-1) ?? null;
    if (page.length < pageSize) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} changes of plans failed.`);
}

async function takeSteps(context: ChangeContext, userId: string, at: { day: string; hour: number }): Promise<void> {
  await context.db.within(systemScope('billing'), async (tx) => {
    await lockSubscription(tx, userId);
    await takeUpgradeStep(context, tx, userId, at);
    await beginNextPlan(context, tx, userId, at.day);
  });
}
