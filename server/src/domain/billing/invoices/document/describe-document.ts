import type { Language } from '@medcloud/contract/languages';
import * as z from 'zod';
import { type BankAccount, isTestSeries } from '../../../../platform/config/billing/billing-settings.ts';
import { ossExemption, taxCases } from '../../tax/decide-tax.ts';
import { formatNumber } from '../format-number.ts';
import type { StoredDocument, StoredLine } from './document-reads.ts';
import { type InvoiceDocument, invoiceBuyer, invoiceSeller } from './invoice-document.ts';

const texts = { en: 'textEn', el: 'textEl' } as const satisfies Record<Language, keyof StoredLine>;

/** Describes a stored document as it is printed in a language. `bank` is the account to pay to; null without one. */
export function describeDocument(
  { seller, buyer, taxCase, rf, mark, uid, authCode, qrUrl, ...stored }: StoredDocument,
  lines: readonly StoredLine[],
  { bank, language }: { bank: BankAccount | null; language: Language },
): InvoiceDocument {
  return {
    ...stored,
    number: formatNumber(stored),
    seller: invoiceSeller.parse(seller),
    buyer: invoiceBuyer.parse(buyer),
    lines: lines.map((line) => ({ ...line, text: line[texts[language]] })),
    taxCase: z.enum(taxCases).parse(taxCase),
    isOss: lines.some(({ exemption }) => exemption === ossExemption),
    credits: formatCredited(stored),
    transfer: bank === null || rf === null ? null : { ...bank, rf },
    report: mark === null || uid === null ? null : { mark, uid, authCode, qrUrl },
    isTest: isTestSeries(stored.series),
    language,
  };
}

function formatCredited({
  creditedSeries: series,
  creditedYear: year,
  creditedNumber: number,
}: Pick<StoredDocument, 'creditedSeries' | 'creditedYear' | 'creditedNumber'>): string | null {
  return series === null || year === null || number === null ? null : formatNumber({ series, year, number });
}
