import type { Language } from '@medcloud/contract/languages';
import { serverTranslator } from '@medcloud/text/node';
import { groupByFour } from '../../platform/money/check-digits.ts';
import { formatEuros } from '../../platform/money/format-money.ts';
import { formatLongDay } from '../../platform/time/format-long-day.ts';
import { joinParagraphs, type MailText } from './mail-texts.ts';

export interface UpgradeValues {
  /** `over`: the plan that began has too little storage. */
  mail: 'request' | 'over' | 'soon' | 'ended';
  name: string;
  plan: 'basic' | 'premium';
  cents: number;
  rf: string;
  /** `YYYY-MM-DD` */
  dueOn: string;
  /** The last day that it is for. */
  until: string;
  /** The storage of the plan is there before the payment. */
  isRaised: boolean;
  account: { iban: string; holder: string } | null;
  /** The billing page. */
  url: string;
}

/** Writes a mail about a higher plan that a center has not paid. */
export function upgradeMail(language: Language, values: UpgradeValues): MailText {
  const { mail, name, plan, cents, rf, account, url, isRaised } = values;
  const t = serverTranslator('server/messages.mail', language);
  const amount = formatEuros(cents, language);
  const facts = {
    ...{ plan, amount, date: formatLongDay(values.dueOn, language) },
    until: formatLongDay(values.until, language),
  };
  const transfer = account && { iban: groupByFour(account.iban), holder: account.holder, amount, rf: groupByFour(rf) };
  const storage = t(isRaised ? 'upgrade.raised' : 'upgrade.waits', facts);
  return {
    subject: t(`upgrade.${mail}.subject`, facts),
    text: joinParagraphs(
      t('greetingName', { name }),
      t(`upgrade.${mail}.text`, facts),
      mail === 'request' ? storage : null,
      transfer && mail !== 'ended' ? t('approved.transfer', transfer) : null,
      t('dunning.billing', { url }),
    ),
  };
}

/** Writes that a lower plan could not begin, because more is stored than it has. */
export function unchangedPlanMail(
  language: Language,
  { name, plan, wanted, url }: { name: string; plan: 'basic' | 'premium'; wanted: 'basic' | 'premium'; url: string },
): MailText {
  const t = serverTranslator('server/messages.mail', language);
  return {
    subject: t('upgrade.unchanged.subject', { plan }),
    text: joinParagraphs(
      t('greetingName', { name }),
      t('upgrade.unchanged.text', { plan, wanted }),
      t('dunning.billing', { url }),
    ),
  };
}
