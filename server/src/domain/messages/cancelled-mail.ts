import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';
import { joinParagraphs, type MailText } from './mail-texts.ts';

export interface CancelledValues {
  name: string;
  /** The subscription's last day; null: it has ended. */
  lastDay: string | null;
  /** What is left to pay of an invoice. */
  owedCents: number;
  /** The billing page. */
  url: string;
}

/** Confirms that an account cancelled its subscription. */
export function cancelledMail(language: Language, { name, lastDay, owedCents, url }: CancelledValues): MailText {
  const t = serverTranslator('server/messages.mail', language);
  return {
    subject: t('cancelled.subject'),
    text: joinParagraphs(
      t('greetingName', { name }),
      lastDay === null ? t('cancelled.over') : t('cancelled.runs', { date: formatLongDay(lastDay, language) }),
      owedCents > 0 ? t('cancelled.owed', { amount: formatEuros(owedCents, language) }) : t('cancelled.free'),
      t('dunning.billing', { url }),
    ),
  };
}
