import { describe, expect, it } from 'vitest';
import { readPdfText } from '../../../test/access-report/read-pdf-text.ts';
import { loadFonts } from './load-fonts.ts';
import { PdfTable } from './pdf-table.ts';

const facts = { title: 'Αναφορά', lines: ['Ασθενής: Ελένη Παπαδοπούλου'], footer: (page: number) => `Σελίδα ${page}` };
const end = { language: 'el', createdAt: new Date('2026-11-27T10:00:00Z') };

async function writeTable(rows: readonly string[][][]): Promise<Uint8Array> {
  const table = new PdfTable(
    await loadFonts(),
    [
      { title: 'Ποιος', width: 100 },
      { title: 'Τι', width: 60 },
    ],
    facts,
  );
  const pages = [table.start(), ...rows.flatMap((row) => table.addRow(row) ?? []), table.end(end)];
  return new Uint8Array(Buffer.concat(pages));
}

describe('PdfTable', () => {
  it('writes text that a reader finds again, in both alphabets, accents composed', async () => {
    const text = await readPdfText(await writeTable([[['Μαρία Ψαρρά'.normalize('NFD')], ['Straße, naïve €']]]));
    for (const part of ['Αναφορά', 'Ελένη Παπαδοπούλου', 'Μαρία Ψαρρά', 'Straße, naïve', '€', 'Σελίδα 1'])
      expect(text).toContain(part);
  });

  it('repeats the titles on each page, and breaks words that are too long', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => [[`row${index}`], ['x'.repeat(60)]]);
    const lines = (await readPdfText(await writeTable(rows))).split('\n');
    const pages = lines.filter((line) => line.startsWith('Σελίδα')).length;
    expect(pages).toBeGreaterThan(3);
    expect(lines.filter((line) => line === 'Ποιος')).toHaveLength(pages);
    expect(lines.filter((line) => /^row\d+$/.test(line))).toEqual(rows.map(([[name = ''] = []]) => name));
    expect(lines.filter((line) => /^x+$/.test(line)).join('')).toHaveLength(60 * 60);
  });

  it('writes a small file: only the glyphs in use', async () => {
    expect((await writeTable([[['a'], ['b']]])).length).toBeLessThan(40_000);
  });
});
