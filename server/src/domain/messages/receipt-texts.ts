import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { groupByFour } from '../../platform/money/check-digits.ts';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';
import { joinParagraphs, type MailText } from './mail-texts.ts';

/** A transfer that arrived, and what it paid. Amounts are cents. */
export interface ReceiptValues {
  name: string;
  cents: number;
  /** `YYYY-MM-DD` */
  receivedOn: string;
  /** Invoices that it paid. `openCents`: what is still owed; `isNew`: issued with it, and mailed apart. */
  invoices: readonly { number: string; cents: number; openCents: number; isNew: boolean }[];
  /** A request that is not paid. `missingCents`: 0 if its invoice cannot be issued yet. */
  request: { rf: string; grossCents: number; missingCents: number } | null;
  /** The account's money that pays what comes next. */
  creditCents: number;
  /** The billing page. */
  url: string;
}

/** Writes that a transfer arrived and what became of it. */
export function receiptMail(language: Language, values: ReceiptValues): MailText {
  const { name, receivedOn, invoices, request, creditCents, url } = values;
  const t = serverTranslator('server/messages.mail', language);
  const euros = (cents: number) => formatEuros(cents, language);
  const facts = { amount: euros(values.cents), date: formatLongDay(receivedOn, language) };
  return {
    subject: t('received.subject', facts),
    text: joinParagraphs(
      t('greetingName', { name }),
      t('received.text', facts),
      ...invoices.map(({ number, cents, openCents, isNew }) => {
        const part = isNew ? 'issued' : openCents > 0 ? 'part' : 'paid';
        return t(`received.${part}`, { number, amount: euros(cents), open: euros(openCents) });
      }),
      request &&
        t(request.missingCents > 0 ? 'received.missing' : 'received.waits', {
          rf: groupByFour(request.rf),
          amount: euros(request.grossCents),
          missing: euros(request.missingCents),
        }),
      creditCents > 0 && t('received.credit', { amount: euros(creditCents) }),
      t('dunning.billing', { url }),
    ),
  };
}
