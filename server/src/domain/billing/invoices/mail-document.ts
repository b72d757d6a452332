import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { mailTexts } from '../../messages/mail-texts.ts';
import { clearHeldMail, holdMail, lockFiscal } from '../fiscal/store.ts';
import { findMailedDocument } from './document-reads.ts';
import { formatNumber } from './format-number.ts';
import { type MailContext, sendToAccount } from './send-invoice-mail.ts';

/** The job that mails a document which waited for its mark. Its payload is `{ invoiceId }`. */
export const invoiceMailJob = 'invoice-mail';

const maxWaitMs = 600_000;

/**
 * Mails a document to its account: at once, or when the tax authority has given its mark, at the latest after ten
 * minutes. Returns whether the mail waits.
 */
export async function mailDocument(context: MailContext, tx: Tx, invoiceId: string): Promise<boolean> {
  if (await waitForMark(context, tx, invoiceId)) return true;
  await sendDocumentMail(context, tx, invoiceId);
  return false;
}

/** Lets the mail of a document wait for its mark. Returns false if the tax authority is to give none. */
export async function waitForMark(
  context: Pick<AppContext, 'queue' | 'clock'>,
  tx: Tx,
  invoiceId: string,
): Promise<boolean> {
  if (!(await holdMail(tx, invoiceId, maxWaitMs))) return false;
  await enqueueHeldMail(context, tx, invoiceId, new Date(context.clock.now().getTime() + maxWaitMs));
  return true;
}

/** Enqueues a mail that waits; without a time it leaves now. */
export async function enqueueHeldMail(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  invoiceId: string,
  runAt?: Date,
): Promise<void> {
  await queue.add(tx, { kind: invoiceMailJob, payload: { invoiceId }, key: invoiceId, ...(runAt ? { runAt } : {}) });
}

/** Sends a mail that waited, once: with the mark if the tax authority has given it, otherwise saying that it follows. */
export async function sendHeldMail(context: MailContext & Pick<AppContext, 'db'>, invoiceId: string): Promise<void> {
  await context.db.within(systemScope('billing'), async (tx) => {
    const fiscal = await lockFiscal(tx, invoiceId);
    if (fiscal === null || fiscal.mailAt === null) return;
    await clearHeldMail(tx, invoiceId);
    await sendDocumentMail(context, tx, invoiceId);
  });
}

/** Mails a credit note, an invoice that is paid, or one that is to be paid, and how. */
async function sendDocumentMail(context: MailContext, tx: Tx, invoiceId: string): Promise<void> {
  const document = await findMailedDocument(tx, invoiceId);
  if (document === null) return;
  const { kind, userId, openCents, grossCents, dueOn, rf, credited, report } = document;
  const number = formatNumber(document);
  await sendToAccount(context, tx, userId, ({ name, language, url, isVatUnchecked }) => {
    const texts = mailTexts(language);
    if (kind === 'credit_note')
      return texts.credited({ name, number, credits: credited, cents: grossCents, url, report });
    if (openCents <= 0 || rf === null)
      return texts.invoiced({ name, number, cents: grossCents, url, report, isVatUnchecked });
    const { bank: account } = context.settings.billing;
    const payment = { number, cents: openCents, dueOn, rf, account, url };
    return texts.billed({ name, payment, report, isVatUnchecked });
  });
}
