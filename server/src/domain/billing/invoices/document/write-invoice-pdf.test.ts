import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { readPdfText } from '../../../../../test/access-report/read-pdf-text.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { sampleInvoice } from './test-invoice.ts';
import { writeInvoicePdf } from './write-invoice-pdf.ts';

const write = async (changes: Partial<InvoiceDocument> = {}) =>
  new Uint8Array(await writeInvoicePdf({ ...sampleInvoice, ...changes }));
const readLines = async (changes: Partial<InvoiceDocument> = {}) =>
  (await readPdfText(await write(changes))).split('\n');

const real = { isTest: false, number: 'A-2026-000123' } as const;
const credit = { kind: 'credit_note', number: 'P-2026-000007', credits: 'A-2026-000123', reason: 'Λάθος ΑΦΜ' } as const;

describe('writeInvoicePdf', () => {
  it('writes parties, number, days, sums and the transfer in Greek', async () => {
    const lines = await readLines(real);
    const days = '28 Νοεμβρίου 2026 έως 27 Νοεμβρίου 2027';
    for (const line of ['Τιμολόγιο παροχής υπηρεσιών', 'A-2026-000123', '12 Δεκεμβρίου 2026', days])
      expect(lines).toContain(line);
    for (const line of ['Ελένη Παπαδοπούλου', '546 23 Θεσσαλονίκη', 'ΑΦΜ: EL094014201', 'Αριθμός ΓΕΜΗ: 000123456000'])
      expect(lines).toContain(line);
    for (const line of ['387,10 €', 'ΦΠΑ 24%', '92,90 €', '480,00 €', 'RF78 0000 0001 23'])
      expect(lines).toContain(line);
    expect(lines).toContain('GR40 0000 0000 0000 0000 0000 001');
    expect(lines).not.toContain('ΔΕΝ ΕΙΝΑΙ ΠΑΡΑΣΤΑΤΙΚΟ');
  });

  it('writes the same in English, with reverse charge for a business of another EU country', async () => {
    const buyer = { ...sampleInvoice.buyer, country: 'DE', vatNumber: '123456789' };
    const lines = await readLines({ ...real, buyer, language: 'en', taxCase: 'eu_reverse' });
    for (const line of ['Invoice', '12 December 2026', 'Germany', 'VAT number: DE123456789', '€480.00'])
      expect(lines).toContain(line);
    expect(lines.join(' ')).toContain('Reverse charge: the recipient accounts for the VAT (Article 196');
  });

  it('says across the page and in words that a trial document is no invoice', async () => {
    expect(await readLines()).toContain('ΔΕΝ ΕΙΝΑΙ ΠΑΡΑΣΤΑΤΙΚΟ');
    const lines = await readLines({ language: 'en' });
    expect(lines).toContain('NOT AN INVOICE');
    expect(lines.join(' ')).toContain('This document is not an invoice, and nothing is to be paid.');
  });

  it('writes a credit note with what it corrects and why, and without a transfer', async () => {
    const lines = await readLines({ ...real, ...credit, taxCase: 'home_person' });
    for (const line of ['Πιστωτικό στοιχείο λιανικής', 'P-2026-000007', 'A-2026-000123', 'Αιτιολογία: Λάθος ΑΦΜ'])
      expect(lines).toContain(line);
    expect(lines).not.toContain('IBAN');
  });

  it('asks for what is open, and for nothing once it is paid', async () => {
    expect(await readLines({ openCents: 12_345 })).toContain('123,45 €');
    const lines = await readLines({ openCents: 0 });
    expect(lines).toContain('Το παραστατικό έχει εξοφληθεί. Δεν υπάρχει οφειλή.');
    expect(lines).not.toContain('IBAN');
  });

  it('writes the mark of the tax authority with its code, in each language', async () => {
    const report = {
      ...{ mark: '400000000000001', uid: '9FF46B68ECF32938951D13779C06DD4C9E07DB9B', authCode: 'ABCDEF0123' },
      qrUrl: 'https://mydataapi.example/TimologioQR/QRInfo?q=400000000000001',
    };
    const lines = await readLines({ ...real, report });
    for (const line of ['ΑΑΔΕ (myDATA)', report.mark, report.uid, report.authCode]) expect(lines).toContain(line);
    expect(await readLines({ ...real, report, language: 'en' })).toContain('Tax authority (myDATA)');
    const task = getDocument({ data: await write({ ...real, ...credit, report }), verbosity: 0 });
    const tree = await (await (await task.promise).getPage(1)).getStructTree();
    await task.destroy();
    expect(JSON.stringify(tree)).toContain('Κωδικός QR με τη διεύθυνση του παραστατικού στην ΑΑΔΕ');
    expect(await readLines(real)).not.toContain('ΑΑΔΕ (myDATA)');
  });

  it('adds VAT up by rate, over as many pages as the lines need, with the titles on each', async () => {
    const [line] = sampleInvoice.lines;
    if (line === undefined) throw new Error('The sample has no line.');
    const few = { ...line, basisPoints: 1_700, vatCents: 100 };
    const texts = await readLines({ lines: [...Array.from({ length: 40 }, () => line), few, few], openCents: 0 });
    expect(texts.filter((text) => text === 'Περιγραφή').length).toBeGreaterThan(1);
    const amounts = texts.filter((text) => text !== '' && text !== ' ');
    expect(amounts.at(amounts.indexOf('ΦΠΑ 24%') + 1)).toBe('3.716,00 €');
    expect(amounts.at(amounts.indexOf('ΦΠΑ 17%') + 1)).toBe('2,00 €');
  });

  it('has tags and a small file', async () => {
    const data = await write();
    expect(data.length).toBeLessThan(40_000);
    const task = getDocument({ data, verbosity: 0 });
    const tree = await (await (await task.promise).getPage(1)).getStructTree();
    await task.destroy();
    const tags = JSON.stringify(tree);
    for (const role of ['"H1"', '"H2"', '"Table"', '"TH"', '"TD"', '"Figure"']) expect(tags).toContain(role);
    expect(tags).toContain('Κωδικός QR με τα στοιχεία του εμβάσματος');
  });
});
