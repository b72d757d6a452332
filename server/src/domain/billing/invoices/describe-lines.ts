import { serverTranslator } from '@medcloud/text/node';
import type { DueRow } from '../dues/reads.ts';
import type { PlanCode } from '../dues/tables.ts';

interface LineTexts {
  text_en: string;
  text_el: string;
}

const plans = {
  'doctor.yearly': 'yearly',
  'doctor.monthly': 'monthly',
  'center.basic': 'basic',
  'center.premium': 'premium',
  'center.enterprise': 'enterprise',
} as const satisfies Record<PlanCode, string>;

/** What a document is for. */
interface Charged {
  kind: DueRow['kind'];
  price: { plan: PlanCode };
  /** Instead of the plan's period. */
  months: number | null;
}

/** Words what a document charges, in each language. */
export function describeDueLine({ kind, price: { plan }, months }: Charged): LineTexts {
  if (kind !== 'upgrade') return describePlanLine(plan, months);
  const write = (language: 'en' | 'el') =>
    serverTranslator('server/messages.document', language)('upgrade', { plan: plans[plan] });
  return { text_en: write('en'), text_el: write('el') };
}

/** Words a plan, or `months` of it, in each language. */
export function describePlanLine(plan: PlanCode, months: number | null): LineTexts {
  const write = (language: 'en' | 'el') => {
    const t = serverTranslator('server/messages.document', language);
    return months === null ? t(`plan.${plans[plan]}`) : t('months', { months });
  };
  return { text_en: write('en'), text_el: write('el') };
}

/** Words what a credit note credits: a part or all of the document with that number. */
export function describeCreditLine(number: string): LineTexts {
  const write = (language: 'en' | 'el') => serverTranslator('server/messages.document', language)('credit', { number });
  return { text_en: write('en'), text_el: write('el') };
}
