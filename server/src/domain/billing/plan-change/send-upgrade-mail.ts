import { record } from '../../audit/record/record.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { upgradeMail } from '../../messages/upgrade-texts.ts';
import type { BillingCause } from '../cause.ts';
import type { DueRow } from '../dues/reads.ts';
import { sendToAccount } from '../invoices/send-invoice-mail.ts';
import { findCentsToPay } from '../overview/reads.ts';
import { findChargedCenter } from './center-reads.ts';
import { chosenPlanOf, quotaOf } from './plans.ts';

/** Sends a mail about an upgrade that is not paid, once: it is a row that exists only once. */
export async function sendUpgradeMail(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  cause: BillingCause,
  { due, mail }: { due: DueRow; mail: 'request' | 'over' | 'soon' | 'ended' },
): Promise<void> {
  const { id, userId, dueOn, to, rf } = due;
  const plan = chosenPlanOf(due.price.plan);
  const center = await findChargedCenter(tx, userId);
  if (plan === null || center === null) return;
  const cents = await findCentsToPay(tx, id);
  const isRaised = center.quotaBytes !== null && center.quotaBytes >= quotaOf(plan);
  const step = mail === 'over' ? 'request' : mail;
  await tx
    .insertInto('dunning_steps')
    .values({ due_id: id, step, since: dueOn, sent_on: today(context) })
    .execute();
  const { bank: account } = context.settings.billing;
  const facts = { mail, plan, cents, rf, dueOn, until: to, isRaised, account };
  await sendToAccount(
    context,
    tx,
    userId,
    ({ name, language, url }) => upgradeMail(language, { ...facts, name, url }),
    'payment-reminder',
  );
  await record(tx, {
    event: 'dunning_sent',
    ...cause.audit,
    object: { kind: 'due', id },
    details: { user: userId, step },
  });
}
