import { addDays } from '../../../platform/time/days.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { dunningMail } from '../../messages/dunning-texts.ts';
import type { BillingCause } from '../cause.ts';
import { findDue } from '../dues/reads.ts';
import { sendToAccount } from '../invoices/send-invoice-mail.ts';
import { findOpenCents } from '../ledger/reads.ts';
import { graceDays } from '../subscriptions/subscription-period.ts';
import type { AccountRow } from './accounts.ts';
import { type ChargedAccount, findChargeDay } from './decide-charge.ts';
import { warningDays } from './decide-step.ts';
import type { DunningMail } from './tables.ts';

/** The account that a mail is about. */
type DunnedByMail = Pick<AccountRow, 'userId' | 'role' | 'state' | 'since'> &
  ChargedAccount & { due: { id: string } | null };

/** Sends a mail about what an account owes, once: the same mail of the same delay is a row that exists only once. */
export async function sendDunningMail(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  debtor: DunnedByMail,
  { mail, since, day }: { mail: DunningMail; since: string; day: string },
  audit: BillingCause['audit'] = { actor: { kind: 'system' } },
): Promise<void> {
  const { userId, role, state, since: lateSince, due } = debtor;
  const owed = due && (await findDue(tx, { id: due.id }));
  if (owed === null) return;
  await tx.insertInto('dunning_steps').values({ due_id: owed.id, step: mail, since, sent_on: day }).execute();
  const cents = owed.invoiceId === null ? owed.grossCents : await findOpenCents(tx, owed.invoiceId);
  const before = addDays(owed.dueOn, graceDays);
  const until =
    mail === 'last' ? addDays(day, warningDays) : state === 'past_due' ? addDays(lateSince, graceDays - 1) : before;
  const { bank: account } = context.settings.billing;
  await sendToAccount(
    context,
    tx,
    userId,
    ({ name, language, url }) =>
      dunningMail(language, {
        ...{ mail, name, url, account, isDoctor: role === 'doctor', hasInvoice: owed.invoiceId !== null },
        ...{ isTrial: state === 'trialing', isStart: state === 'awaiting', chargeDay: findChargeDay(debtor) },
        ...{ cents, rf: owed.rf, dueOn: owed.dueOn, until },
      }),
    'payment-reminder',
  );
  await record(tx, {
    event: 'dunning_sent',
    ...audit,
    object: { kind: 'due', id: owed.id },
    details: { user: userId, step: mail },
  });
}
