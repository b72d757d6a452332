import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { groupByFour } from '../../platform/money/check-digits.ts';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';
import { joinParagraphs, type MailText } from './mail-texts.ts';

export interface DunningValues {
  mail: 'request' | 'soon' | 'due' | 'late' | 'last' | 'suspended' | 'ended' | 'card_soon' | 'card_failed';
  name: string;
  /** What is left to pay. */
  cents: number;
  rf: string;
  /** `YYYY-MM-DD` */
  dueOn: string;
  /** The last day of a doctor's access. */
  until: string;
  /** The day on which the saved card is charged next; null if it is not. */
  chargeDay: string | null;
  account: { iban: string; holder: string } | null;
  /** The billing page. */
  url: string;
  isDoctor: boolean;
  /** A free trial runs, or has just ended. */
  isTrial: boolean;
  /** No access runs: it begins with the payment. */
  isStart: boolean;
  hasInvoice: boolean;
  /** Without billing details nothing can be paid: they are asked for instead. */
  hasDetails: boolean;
}

/** Writes a mail about what an account owes. A center keeps its access, so its mails name no end of it. */
export function dunningMail(language: Language, values: DunningValues): MailText {
  if (!values.hasDetails) return detailsMail(language, values);
  const { mail, name, cents, rf, account, url, isDoctor, isTrial, isStart, hasInvoice } = values;
  const t = serverTranslator('server/messages.mail', language);
  const facts = {
    amount: formatEuros(cents, language),
    date: formatLongDay(values.dueOn, language),
    until: formatLongDay(values.until, language),
  };
  const asks = mail !== 'suspended' && mail !== 'ended';
  const namesEnd = isDoctor && !isTrial && ['due', 'late', 'last', 'card_failed'].includes(mail);
  const ended = mail === 'ended' && (hasInvoice ? t('dunning.ended.owed', facts) : t('dunning.ended.again', facts));
  const suspended = mail === 'suspended' && isDoctor && t('dunning.suspended.access');
  const part = isStart ? 'start' : isTrial ? trialPart(mail) : mail;
  const { amount } = facts;
  const again = mail === 'card_failed' && values.chargeDay !== null;
  const transfer = account && { iban: groupByFour(account.iban), holder: account.holder, amount, rf: groupByFour(rf) };
  return {
    subject: t(`dunning.${part}.subject`, facts),
    text: joinParagraphs(
      t('greetingName', { name }),
      t(`dunning.${part}.text`, facts),
      ended || null,
      suspended || null,
      again ? t('dunning.card_failed.again', { next: formatLongDay(values.chargeDay ?? '', language) }) : null,
      mail === 'card_failed' ? t('dunning.card_failed.pay') : null,
      namesEnd ? t('dunning.access', facts) : null,
      transfer && mail !== 'card_soon' && (cents > 0 || asks) ? t('approved.transfer', transfer) : null,
      t('dunning.billing', { url }),
    ),
  };
}

/** Asks for billing details, or says that the subscription ended without them. */
function detailsMail(
  language: Language,
  { mail, name, url, until, isDoctor, isTrial, isStart }: DunningValues,
): MailText {
  const t = serverTranslator('server/messages.mail', language);
  const isEnd = mail === 'ended';
  const endsAccess = isDoctor && !isTrial && !isStart && !isEnd;
  return {
    subject: t(isEnd ? (isTrial ? 'dunning.trial.ended.subject' : 'dunning.ended.subject') : 'dunning.details.subject'),
    text: joinParagraphs(
      t('greetingName', { name }),
      isEnd ? t(isTrial ? 'dunning.trial.ended.text' : 'dunning.details.ended') : t('dunning.details.text'),
      endsAccess ? t('dunning.details.access', { until: formatLongDay(until, language) }) : null,
      t('dunning.billing', { url }),
    ),
  };
}

/** A trial ends on the day by which its due is paid, and owes nothing. */
function trialPart(mail: DunningValues['mail']) {
  if (mail === 'card_soon' || mail === 'card_failed') return mail;
  if (mail === 'request' || mail === 'ended') return `trial.${mail}` as const;
  return 'trial.ending' as const;
}
