import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';
import { joinParagraphs, type MailText } from './mail-texts.ts';

/** A new price of an account's plan. Amounts are of a period, tax included. */
export interface PriceNotice {
  name: string;
  /** What the document of such a period says. */
  planText: string;
  periodMonths: number;
  grossCents: number;
  oldCents: number;
  /** The first day of the first renewal that has it, `YYYY-MM-DD`. */
  from: string;
  /** The billing page. */
  url: string;
}

/** Writes the mail about a new price, which a renewal has 30 days later at the earliest. */
export function priceNoticeMail(language: Language, notice: PriceNotice): MailText {
  const { name, planText, periodMonths, grossCents, oldCents, from, url } = notice;
  const t = serverTranslator('server/messages.mail', language);
  const facts = {
    plan: planText,
    amount: formatEuros(grossCents, language),
    before: formatEuros(oldCents, language),
    months: periodMonths,
    date: formatLongDay(from, language),
  };
  return {
    subject: t('price.subject', facts),
    text: joinParagraphs(
      t('greetingName', { name }),
      t('price.text', facts),
      t('price.until'),
      t('price.choice'),
      t('dunning.billing', { url }),
    ),
  };
}
