import { addDays } from '../../../platform/time/days.ts';
import { record } from '../../audit/record/record.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { dunningMail } from '../../messages/dunning-texts.ts';
import type { BillingCause } from '../cause.ts';
import { type DueRow, findDues } from '../dues/reads.ts';
import { sendToAccounts, type WriteMail } from '../invoices/send-invoice-mail.ts';
import { sumCentsToPay } from '../overview/reads.ts';
import { graceDays } from '../subscriptions/subscription-period.ts';
import type { AccountRow } from './accounts.ts';
import { type ChargedAccount, findChargeDay } from './decide-charge.ts';
import { warningDays } from './decide-step.ts';
import type { DunningMail } from './tables.ts';

/** The account that a mail is about. */
type DunnedByMail = Pick<AccountRow, 'userId' | 'role' | 'state' | 'since'> &
  ChargedAccount & { due: { id: string } | null };

export interface DunningLetter {
  debtor: DunnedByMail;
  mail: DunningMail;
  since: string;
}

type DunningMailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Sends a mail about what an account owes, as `sendDunningMails` does. */
export async function sendDunningMail(
  context: DunningMailContext,
  tx: Tx,
  debtor: DunnedByMail,
  { mail, since, day }: { mail: DunningMail; since: string; day: string },
  audit?: BillingCause['audit'],
): Promise<void> {
  await sendDunningMails(context, tx, [{ debtor, mail, since }], day, audit);
}

/**
 * Sends mails about what accounts owe, each once: the same mail of the same delay is a row that exists only once. An
 * account gets one mail at a time.
 */
export async function sendDunningMails(
  context: DunningMailContext,
  tx: Tx,
  letters: readonly DunningLetter[],
  day: string,
  audit: BillingCause['audit'] = { actor: { kind: 'system' } },
): Promise<void> {
  const owed = await listOwed(tx, letters);
  if (owed.length === 0) return;
  const rows = owed.map(({ due, mail, since }) => ({ due_id: due.id, step: mail, since, sent_on: day }));
  await tx.insertInto('dunning_steps').values(rows).execute();
  const texts = new Map(owed.map((each) => [each.debtor.userId, writeLetter(context, each, day)]));
  await sendToAccounts(context, tx, texts, 'payment-reminder');
  await record(
    tx,
    ...owed.map(({ debtor, due, mail }) => ({
      ...{ event: 'dunning_sent' as const, ...audit, object: { kind: 'due', id: due.id } },
      details: { user: debtor.userId, step: mail },
    })),
  );
}

/** A letter with what it is about, and what of that is left to pay. */
type OwedLetter = DunningLetter & { due: DueRow; cents: number };

async function listOwed(tx: Reader, letters: readonly DunningLetter[]): Promise<OwedLetter[]> {
  const dues = await findDues(
    tx,
    letters.flatMap(({ debtor }) => debtor.due?.id ?? []),
  );
  const open = await sumCentsToPay(tx, [...dues.keys()]);
  return letters.flatMap((letter) => {
    const due = dues.get(letter.debtor.due?.id ?? '');
    if (due === undefined) return [];
    return [{ ...letter, due, cents: open.get(due.id) ?? 0 }];
  });
}

function writeLetter(
  { settings }: Pick<AppContext, 'settings'>,
  { debtor, mail, due, cents }: OwedLetter,
  day: string,
): WriteMail {
  const { role, state, since: lateSince } = debtor;
  const before = addDays(due.dueOn, graceDays);
  const until =
    mail === 'last' ? addDays(day, warningDays) : state === 'past_due' ? addDays(lateSince, graceDays - 1) : before;
  const { bank: account } = settings.billing;
  return ({ name, language, url, hasDetails }) =>
    dunningMail(language, {
      ...{ mail, name, url, hasDetails, account, isDoctor: role === 'doctor', hasInvoice: due.invoiceId !== null },
      ...{ isTrial: state === 'trialing', isStart: state === 'awaiting', chargeDay: findChargeDay(debtor) },
      ...{ cents, rf: due.rf, dueOn: due.dueOn, until },
    });
}
