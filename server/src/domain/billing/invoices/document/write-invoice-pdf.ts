import { type Language, languageTable } from '@medcloud/contract/languages';
import { formatVatNumber } from '@medcloud/contract/vat-number';
import { serverTranslator } from '@medcloud/text/node';
import { groupByFour } from '../../../../platform/money/check-digits.ts';
import { formatEuros } from '../../../../platform/money/format-money.ts';
import { createQr } from '../../../../platform/money/qr-code.ts';
import { createTransferQr } from '../../../../platform/money/transfer-qr.ts';
import { loadFonts } from '../../../../platform/pdf/load-fonts.ts';
import { bold, PdfSheet } from '../../../../platform/pdf/pdf-sheet.ts';
import { formatLongDay } from '../../../../platform/time/format-long-day.ts';
import type { TaxCase } from '../../tax/decide-tax.ts';
import type { InvoiceDocument, PrintedMark } from './invoice-document.ts';
import { writeLines, writeTotals } from './write-invoice-lines.ts';

const sizes = { title: 20, heading: 10, text: 9.5, number: 11 } as const;
const gap = 16;
const labelGray = 0.35;
const qrSide = 108;
const payHeight = 150;
const markQrSide = 80;
const markHeight = 110;

type Words = ReturnType<typeof invoiceWords>;
const invoiceWords = (language: Language) => serverTranslator('server/invoice', language);

/** Writes an invoice or credit note as PDF: A4, one language, fonts embedded, with tags for screen readers. */
export async function writeInvoicePdf(document: InvoiceDocument): Promise<Buffer> {
  const { language, number, isTest, createdAt } = document;
  const t = invoiceWords(language);
  const title = t(`title.${titleOf(document)}`);
  const sheet = new PdfSheet(await loadFonts(), {
    ...{ title: `${title} ${number}`, language, createdAt },
    footer: (page) => [document.seller.legalName, number, t('page', { page: String(page) })].join(' · '),
    stamp: isTest ? t('notInvoice') : null,
  });
  writeHead(sheet, document, title, t);
  writeParties(sheet, document, t);
  writeLines(sheet, document, t);
  writeTotals(sheet, document, t);
  writeNotes(sheet, document, t);
  if (document.kind === 'invoice') writePayment(sheet, document, t);
  if (document.report !== null) writeMark(sheet, document.report, t);
  return sheet.end();
}

const retailCases: readonly TaxCase[] = ['home_person', 'eu_consumer'];

function titleOf({ kind, taxCase }: InvoiceDocument) {
  const isRetail = retailCases.includes(taxCase);
  if (kind === 'invoice') return isRetail ? 'retail' : 'invoice';
  return isRetail ? 'retailCreditNote' : 'creditNote';
}

function writeHead(sheet: PdfSheet, document: InvoiceDocument, title: string, t: Words): void {
  const { kind, number, issuedOn, dueOn, from, to, credits, language, isTest } = document;
  const day = (text: string) => formatLongDay(text, language);
  const facts = [
    [t('number'), number],
    [t('issued'), day(issuedOn)],
    ...(kind === 'invoice' ? [[t('due'), day(dueOn)] as const] : []),
    [t('period'), t('days', { from: day(from), to: day(to) })],
    ...(credits === null ? [] : [[t('credits'), credits] as const]),
  ] as const;
  let y = sheet.write(title, sheet.element('H1'), {
    x: 0,
    y: sheet.y,
    width: sheet.width,
    size: sizes.title,
    font: bold,
  });
  if (isTest)
    y = sheet.write(t('notInvoiceText'), sheet.element('P'), { x: 0, y: y - 2, width: sheet.width, size: sizes.text });
  y -= gap / 2;
  for (const fact of facts) y = writeFact(sheet, fact, { x: 0, y, width: sheet.width, labelWidth: 130 });
  sheet.moveTo(y - gap);
}

/** Writes a label and its value beside it. Returns the bottom. */
function writeFact(
  sheet: PdfSheet,
  [label, value]: readonly [string, string],
  { x, y, width, labelWidth }: { x: number; y: number; width: number; labelWidth: number },
): number {
  const element = sheet.element('P');
  const after = sheet.write(label, element, { x, y, width: labelWidth - 6, size: sizes.text, gray: labelGray });
  const box = { x: x + labelWidth, y, width: width - labelWidth, size: sizes.text };
  return Math.min(after, sheet.write(value, element, box)) - 2;
}

function writeParties(sheet: PdfSheet, document: InvoiceDocument, t: Words): void {
  const { seller, buyer, language } = document;
  const country = (code: string) => nameCountry(code, language);
  const vat = (code: string, number: string | null) =>
    number === null ? null : t('vatNumber', { number: formatVatNumber(code, number) });
  const office = (name: string | null) => (name === null ? null : t('taxOffice', { name }));
  const sellerLines = [
    ...[seller.address, country(seller.country), vat(seller.country, seller.vatNumber), office(seller.taxOffice)],
    seller.registryNumber === null ? null : t('registry', { number: seller.registryNumber }),
  ];
  const place = [buyer.postalCode, buyer.city].filter((part) => part !== null).join(' ');
  const buyerLines = [
    ...[buyer.address, place, country(buyer.country), vat(buyer.country, buyer.vatNumber), office(buyer.taxOffice)],
    buyer.activity === null ? null : t('activity', { name: buyer.activity }),
  ];
  const width = (sheet.width - gap) / 2;
  const bottoms = [
    writeParty(sheet, [t('seller'), seller.legalName, ...sellerLines], { x: 0, width }),
    writeParty(sheet, [t('buyer'), buyer.legalName, ...buyerLines], { x: width + gap, width }),
  ];
  sheet.moveTo(Math.min(...bottoms) - gap);
}

/** Writes a heading, a name and lines below each other. Returns the bottom. */
function writeParty(
  sheet: PdfSheet,
  [heading, name, ...lines]: readonly [string, string, ...(string | null)[]],
  { x, width }: { x: number; width: number },
): number {
  const box = { x, width, size: sizes.text };
  let y = sheet.write(heading, sheet.element('H2'), { ...box, y: sheet.y, gray: labelGray }) - 2;
  y = sheet.write(name, sheet.element('P'), { ...box, y, size: sizes.number, font: bold });
  for (const text of lines) if (text !== null && text !== '') y = sheet.write(text, sheet.element('P'), { ...box, y });
  return y;
}

function nameCountry(code: string, language: Language): string {
  const names = new Intl.DisplayNames(languageTable[language].locale, { type: 'region', fallback: 'code' });
  return names.of(code) ?? code;
}

function writeNotes(sheet: PdfSheet, document: InvoiceDocument, t: Words): void {
  const { taxCase, isOss, buyer, reason, language } = document;
  const notes = [
    taxCase === 'eu_reverse' || taxCase === 'outside_eu' ? t(`tax.${taxCase}`) : null,
    isOss ? t('tax.oss', { country: nameCountry(buyer.country, language) }) : null,
    reason === null ? null : `${t('reason')}: ${reason}`,
  ];
  for (const note of notes) if (note !== null) writeNote(sheet, note);
}

function writeNote(sheet: PdfSheet, note: string): void {
  sheet.reserve(3 * gap);
  const y = sheet.write(note, sheet.element('P'), { x: 0, y: sheet.y, width: sheet.width, size: sizes.text });
  sheet.moveTo(y - gap / 2);
}

function writePayment(sheet: PdfSheet, { transfer, openCents, language }: InvoiceDocument, t: Words): void {
  if (openCents <= 0) writeNote(sheet, t('pay.none'));
  if (openCents <= 0 || transfer === null) return;
  sheet.reserve(payHeight);
  sheet.rule(sheet.y);
  const top = sheet.y - gap;
  const qr = createTransferQr({ ...transfer, cents: openCents });
  sheet.drawModules(qr, { x: 0, y: top, side: qrSide, alternative: t('pay.qr') });
  const bottoms = [
    writeTransfer(sheet, listTransfer({ ...transfer, amount: formatEuros(openCents, language) }, t), t),
    sheet.write(t('pay.qrHint'), sheet.element('P'), {
      ...{ x: 0, y: top - qrSide - 4, width: qrSide, size: 7.5, gray: labelGray },
    }),
  ];
  sheet.moveTo(Math.min(...bottoms) - gap);
}

function listTransfer(
  { holder, iban, bic, rf, amount }: NonNullable<InvoiceDocument['transfer']> & { amount: string },
  t: Words,
): (readonly [string, string])[] {
  return [
    [t('pay.holder'), holder],
    [t('pay.iban'), groupByFour(iban)],
    ...(bic === null ? [] : [[t('pay.bic'), bic] as const]),
    [t('pay.amount'), amount],
    [t('pay.rf'), groupByFour(rf)],
  ];
}

/** Writes the details of a transfer right of the QR code. Returns the bottom. */
function writeTransfer(sheet: PdfSheet, facts: readonly (readonly [string, string])[], t: Words): number {
  const box = { x: qrSide + gap, width: sheet.width - qrSide - gap, size: sizes.text };
  const y = writeFacts(sheet, t('pay.title'), facts, box);
  return sheet.write(t('pay.hint'), sheet.element('P'), { ...box, y: y - 4 });
}

/** Writes a heading and facts below it, from the sheet's place on. Returns the bottom. */
function writeFacts(
  sheet: PdfSheet,
  heading: string,
  facts: readonly (readonly [string, string])[],
  box: { x: number; width: number; size: number },
): number {
  const title = { ...box, y: sheet.y - gap, size: sizes.number, font: bold };
  let y = sheet.write(heading, sheet.element('H2'), title) - 4;
  for (const fact of facts) y = writeFact(sheet, fact, { ...box, y, labelWidth: 120 });
  return y;
}

/** Writes what the tax authority gave, with the code of the address at which the document can be looked up. */
function writeMark(sheet: PdfSheet, { mark, uid, authCode, qrUrl }: PrintedMark, t: Words): void {
  sheet.reserve(markHeight);
  sheet.rule(sheet.y);
  const top = sheet.y - gap;
  if (qrUrl !== null) sheet.drawModules(createQr(qrUrl), { x: 0, y: top, side: markQrSide, alternative: t('mark.qr') });
  const facts = [
    [t('mark.mark'), mark],
    [t('mark.uid'), uid],
    ...(authCode === null ? [] : [[t('mark.authCode'), authCode] as const]),
  ] as const;
  const x = qrSide + gap;
  const bottom = writeFacts(sheet, t('mark.title'), facts, { x, width: sheet.width - x, size: sizes.text });
  sheet.moveTo(Math.min(bottom, top - (qrUrl === null ? 0 : markQrSide)) - gap);
}
