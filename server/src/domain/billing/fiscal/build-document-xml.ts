import { branch } from './document-type.ts';

const namespaces = [
  'xmlns="http://www.aade.gr/myDATA/invoice/v1.0"',
  // the authority's own spelling
  'xmlns:icls="https://www.aade.gr/myDATA/incomeClassificaton/v1.0"',
].join(' ');

/** Code table 8.12: a transfer to the seller's account, or nothing paid yet. */
export const paymentTypes = { transfer: 1, onCredit: 5 } as const;

export interface ReportedParty {
  /** Without prefix. */
  vatNumber: string;
  /** ISO 3166. */
  country: string;
  name: string;
  address: string | null;
  city: string | null;
  postalCode: string | null;
}

/** A line; amounts are cents, of a credit note too. */
export interface ReportedLine {
  netCents: number;
  vatCents: number;
  vatCategory: number;
  exemption: number | null;
  incomeCategory: string;
  incomeType: string;
}

/** A document as it is reported. */
export interface DocumentReport {
  uid: string;
  seller: { vatNumber: string; country: string };
  /** Null: a retail document, which names no buyer. */
  buyer: ReportedParty | null;
  series: string;
  number: number;
  issuedOn: string;
  type: string;
  correctsMark: string | null;
  paymentType: number;
  lines: readonly ReportedLine[];
}

/** VAT of another country (One Stop Shop) is not of these books: the authority gets the net, without VAT. */
const withoutVat = 7;

/**
 * Builds the XML of a document (myDATA schema 2.0.1: InvoicesDoc, its elements in their order). Amounts are written from
 * whole cents, so none is rounded.
 */
export function buildDocumentXml(report: DocumentReport): string {
  const { uid, seller, buyer, lines } = report;
  const reported = lines.map((line) => (line.vatCategory === withoutVat ? { ...line, vatCents: 0 } : line));
  const [net, vat] = [sum(reported, 'netCents'), sum(reported, 'vatCents')];
  const invoice = element('invoice', [
    element('uid', uid),
    element('issuer', party(seller)),
    buyer === null ? '' : element('counterpart', buyerParts(buyer, seller.country)),
    element('invoiceHeader', header(report)),
    element('paymentMethods', [
      element('paymentMethodDetails', [element('type', String(report.paymentType)), amount('amount', net + vat)]),
    ]),
    ...reported.map((line, index) => element('invoiceDetails', lineParts(line, index + 1))),
    element('invoiceSummary', summary(reported, net, vat)),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<InvoicesDoc ${namespaces}>${invoice}</InvoicesDoc>\n`;
}

function header({ series, number, issuedOn, type, correctsMark }: DocumentReport): string[] {
  return [
    element('series', series),
    element('aa', String(number)),
    element('issueDate', issuedOn),
    element('invoiceType', type),
    element('currency', 'EUR'),
    correctsMark === null || type !== '5.1' ? '' : element('correlatedInvoices', correctsMark),
  ];
}

const party = ({ vatNumber, country }: { vatNumber: string; country: string }) => [
  element('vatNumber', vatNumber),
  element('country', country),
  element('branch', String(branch)),
];

/** Name and address are given of buyers abroad alone: the authority knows the others, and refuses them. */
function buyerParts(buyer: ReportedParty, home: string): string[] {
  const { name, address, city, postalCode } = buyer;
  if (buyer.country === home) return party(buyer);
  return [
    ...party(buyer),
    element('name', name.slice(0, 200)),
    element('address', [
      address === null ? '' : element('street', address.slice(0, 150)),
      element('postalCode', postalCode ?? '-'),
      element('city', (city ?? '-').slice(0, 150)),
    ]),
  ];
}

function lineParts(line: ReportedLine, position: number): string[] {
  return [
    element('lineNumber', String(position)),
    amount('netValue', line.netCents),
    element('vatCategory', String(line.vatCategory)),
    amount('vatAmount', line.vatCents),
    line.exemption === null ? '' : element('vatExemptionCategory', String(line.exemption)),
    classification(line, line.netCents),
  ];
}

function classification({ incomeType, incomeCategory }: ReportedLine, cents: number): string {
  return element('incomeClassification', [
    element('icls:classificationType', incomeType),
    element('icls:classificationCategory', incomeCategory),
    amount('icls:amount', cents),
  ]);
}

function summary(lines: readonly ReportedLine[], net: number, vat: number): string[] {
  const byIncome = Object.values(Object.groupBy(lines, (line) => `${line.incomeType} ${line.incomeCategory}`));
  return [
    amount('totalNetValue', net),
    amount('totalVatAmount', vat),
    ...['Withheld', 'Fees', 'StampDuty', 'OtherTaxes', 'Deductions'].map((name) => amount(`total${name}Amount`, 0)),
    amount('totalGrossValue', net + vat),
    ...byIncome.flatMap((group = []) => {
      const [first] = group;
      return first === undefined ? [] : [classification(first, sum(group, 'netCents'))];
    }),
  ];
}

const sum = (lines: readonly ReportedLine[], name: 'netCents' | 'vatCents') =>
  lines.reduce((total, line) => total + line[name], 0);

/** Writes cents as euros with two decimals. Throws a RangeError below 0, which the schema refuses. */
function amount(name: string, cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not an amount of ${name}.`);
  return element(name, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
}

function element(name: string, content: string | readonly string[]): string {
  return `<${name}>${typeof content === 'string' ? escapeText(content) : content.join('')}</${name}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text, without the characters that XML 1.0 has no form for. */
const escapeText = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? '');
