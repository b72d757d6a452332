import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '@medcloud/contract/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleInvoice } from '../../src/domain/billing/invoices/document/test-invoice.ts';
import { writeInvoicePdf } from '../../src/domain/billing/invoices/document/write-invoice-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'medcloud-invoice-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, encoding: 'utf8' });

describe.each(languages)('an invoice in %s', (language) => {
  const file = `${language}.pdf`;
  beforeAll(async () => {
    await writeFile(join(folder, file), await writeInvoicePdf({ ...sampleInvoice, language }));
  });

  it('has a structure without errors, for qpdf', () => {
    expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found');
  });

  it('has its fonts embedded and its text readable, for Poppler', () => {
    const fonts = run('pdffonts', file).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/);
    const text = run('pdftotext', '-layout', file, '-');
    const sums = { en: '€480.00', el: '480,00 €' };
    for (const part of ['Ελένη Παπαδοπούλου', 'TEST-2026-000123', sums[language], 'RF78 0000 0001 23'])
      expect(text).toContain(part);
    expect(run('pdfinfo', file)).toMatch(/Tagged: +yes/);
  });

  it('has a QR code from which ZBar reads the transfer', () => {
    run('pdftoppm', '-r', '200', '-png', '-singlefile', file, language);
    const lines = run('zbarimg', '--raw', '--quiet', `${language}.png`).trimEnd().split('\n');
    expect(lines).toEqual([
      ...['BCD', '002', '1', 'SCT', '', 'Διαγνωστική Παράδειγμα ΑΕ', 'GR4000000000000000000000001'],
      ...['EUR480.00', '', 'RF780000000123'],
    ]);
  });
});
