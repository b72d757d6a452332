import { describe, expect, it } from 'vitest';
import { validateReports } from '../../../../test/billing/schema/validate-report.ts';
import { buildDocumentXml, type DocumentReport } from './build-document-xml.ts';
import { computeUid } from './document-type.ts';

const line = {
  ...{ netCents: 38_710, vatCents: 9_290, vatCategory: 1, exemption: null },
  ...{ incomeCategory: 'category1_3', incomeType: 'E3_561_001' },
};
const greek = { vatNumber: '094014201', country: 'GR', name: 'Ιατρείο', address: null, city: null, postalCode: null };
const finnish = {
  ...{ vatNumber: '12345671', country: 'FI', name: 'Röntgen & Pojat <Oy>', address: 'Katu 1' },
  ...{ city: 'Helsinki', postalCode: '00100' },
};
const document: DocumentReport = {
  ...{ uid: 'A'.repeat(40), seller: { vatNumber: '000000012', country: 'GR' }, buyer: greek, series: 'A-2026' },
  ...{ number: 123, issuedOn: '2026-11-28', type: '2.1', correctsMark: null, paymentType: 5, lines: [line] },
};
const zero = { vatCents: 0, vatCategory: 7, incomeType: 'E3_561_005' };

const documents: [name: string, report: DocumentReport, parts: string[]][] = [
  ['a Greek business', document, ['<totalGrossValue>480.00</totalGrossValue>', '<netValue>387.10</netValue>']],
  ['a retail document', { ...document, buyer: null, type: '11.2' }, ['<invoiceType>11.2</invoiceType>']],
  [
    'a business of another EU country',
    { ...document, buyer: finnish, type: '2.2', lines: [{ ...line, ...zero, exemption: 4 }] },
    ['<name>Röntgen &amp; Pojat &lt;Oy&gt;</name>', '<vatExemptionCategory>4</vatExemptionCategory>'],
  ],
  [
    'a credit note',
    { ...document, type: '5.1', correctsMark: '400000000000001' },
    ['<correlatedInvoices>400000000000001</correlatedInvoices>'],
  ],
  [
    'VAT of another country, which is not reported',
    { ...document, buyer: null, type: '11.2', lines: [{ ...line, vatCategory: 7, exemption: 30 }] },
    ['<totalVatAmount>0.00</totalVatAmount>', '<totalGrossValue>387.10</totalGrossValue>'],
  ],
  [
    'one cent, and control characters in a name',
    {
      ...document,
      buyer: { ...finnish, name: 'a\u0000b\u000B' },
      type: '2.3',
      lines: [{ ...line, netCents: 1, vatCents: 0 }],
    },
    ['<netValue>0.01</netValue>', '<name>ab</name>'],
  ],
];

const broken: [name: string, from: string, to: string][] = [
  ['three decimals', '387.10', '387.105'],
  ['an amount below 0', '<netValue>387.10', '<netValue>-387.10'],
  ['another order', '<currency>EUR</currency>', ''],
  ['an unknown country', '<country>GR</country>', '<country>Greece</country>'],
  ['an unknown type', '<invoiceType>2.1', '<invoiceType>2.9'],
];

describe('buildDocumentXml', () => {
  it.each(documents)('writes %s', (_, report, parts) => {
    for (const part of parts) expect(buildDocumentXml(report)).toContain(part);
  });

  it('keeps to the rules of the schema, which refuse three decimals, amounts below 0, another order and unknown codes', async () => {
    const good = documents.map(([, report]) => buildDocumentXml(report));
    const bad = broken.map(([, from, to]) => buildDocumentXml(document).replace(from, to));
    const faults = await validateReports([...good, ...bad]);
    const refused = [...Array(good.length + bad.length).keys()].filter((index) =>
      faults.some((fault) => fault.includes(`document-${index}.xml`)),
    );
    expect(refused).toEqual(bad.map((_, index) => good.length + index));
  });

  it('throws for an amount that the schema refuses', () => {
    expect(() => buildDocumentXml({ ...document, lines: [{ ...line, netCents: -1 }] })).toThrow(RangeError);
    expect(() => buildDocumentXml({ ...document, lines: [{ ...line, netCents: 0.5 }] })).toThrow(RangeError);
  });
});

describe('computeUid', () => {
  it('is the SHA-1 of seller, day, branch, type, series and number', () => {
    const of = { vatNumber: '094014201', issuedOn: '2026-11-28', type: '2.1', series: 'A-2026', number: 123 };
    // printf 094014201-2026-11-28-0-2.1-A-2026-123 | sha1sum
    expect(computeUid(of)).toBe('9FF46B68ECF32938951D13779C06DD4C9E07DB9B');
    expect(computeUid({ ...of, number: 124 })).not.toBe(computeUid(of));
  });
});
