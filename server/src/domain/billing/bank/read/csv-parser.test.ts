import { describe, expect, it } from 'vitest';
import { hashHeadings } from './csv-columns.ts';
import { readStatement } from './read-statement.ts';
import { testIban } from './test-camt.ts';

async function* inParts(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const read = async (file: string | Buffer, size = 65_536) =>
  (await readStatement(inParts(Buffer.from(file), size), testIban)).lines;

/** Encodes Greek text in one byte a letter. */
function encode(text: string, encoding: 'iso-8859-7' | 'windows-1253'): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Buffer.from([byte])), byte]));
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f));
}

const greek = `Κινήσεις λογαριασμού;${testIban}
Από;01/11/2026

Α/Α;Ημερομηνία;Ποσό;Χρέωση / Πίστωση;Νόμισμα;Περιγραφή;Ονοματεπώνυμο αντισυμβαλλομένου;Υπόλοιπο
1;27/11/2026;1.480,00;Πίστωση;EUR;"ΣΥΝΔΡΟΜΗ; ""RF""";Άννα Ωραίου;1.490,00
2;26/11/2026;3,50;Χρέωση;EUR;Έξοδα;;1.486,50
ΣΥΝΟΛΟ;;1.476,50;;;;;
`;

describe('readStatement: CSV', () => {
  const expected = [
    ['2026-11-27', 148_000, 'ΣΥΝΔΡΟΜΗ; "RF"', 'Άννα Ωραίου'],
    ['2026-11-26', -350, 'Έξοδα', ''],
  ];
  const facts = (lines: Awaited<ReturnType<typeof read>>) =>
    lines.map(({ day, cents, text, payer }) => [day, cents, text, payer]);

  it.each([
    ['UTF-8', Buffer.from(greek)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${greek}`)],
    ['windows-1253', encode(greek, 'windows-1253')],
    ['ISO-8859-7', encode(greek, 'iso-8859-7')],
  ])('reads Greek headings in %s', async (_, file) => {
    expect(facts(await read(file))).toEqual(expected);
    expect(facts(await read(file, 5))).toEqual(expected);
  });

  it('reads a file whose first Greek letter comes late', async () => {
    const rows = '2026-11-27,480.00,ABC\n'.repeat(20_000);
    const lines = await read(encode(`date,amount,description\n${rows}2026-11-28,1.00,Ώρα`, 'iso-8859-7'), 1_000);
    expect([lines.length, lines.at(-1)?.text]).toEqual([20_001, 'Ώρα']);
  });

  it('reads a column for credits and one for debits', async () => {
    const lines = await read('Date\tDetails\tDebit\tCredit\n28.11.2026\tA\t\t480.00\n28.11.2026\tB\t1,234.50\t\n');
    expect(lines.map(({ cents, text }) => [text, cents])).toEqual([
      ['A', 48_000],
      ['B', -123_450],
    ]);
  });

  it.each(['Text', 'Memo', 'Notes', 'Message', 'Λεπτομέρειες', 'ΣΗΜΕΙΩΣΕΙΣ'])(
    'reads the text under %s',
    async (heading) => {
      const [line] = await read(`Date;Amount;${heading}\n28/11/2026;480,00;RF18539007547034\n`);
      expect(line?.text).toBe('RF18539007547034');
    },
  );

  const head = 'Date;Amount;Text;Description\n';
  it.each([
    ['480', 48_000],
    ['480,5', 48_050],
    ['480.50 €', 48_050],
    ['+1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['-480,00', -48_000],
    ['480,00-', -48_000],
    ['12.345.678,90', 1_234_567_890],
  ])('reads the amount %s', async (amount, cents) => {
    expect((await read(`${head}28/11/2026;"${amount}";;A`))[0]?.cents).toBe(cents);
  });

  it.each([
    ['no known heading', 'a;b;c\n1;2;3\n'],
    ['text', 'Dear customer,\nyour statement is ready.\n'],
    ['an amount that may be 480.005 or 480,005', `${head}28/11/2026;480,005;;A`],
    ['an amount that may be 1.23 or 1,234', `${head}28/11/2026;1.234;;A`],
    ['an exponent', `${head}28/11/2026;1e3;;A`],
    ['an amount over 2^31 cents', `${head}28/11/2026;21474836.48;;A`],
    ['a row without an amount', `${head}28/11/2026;;;A`],
    ['the American order of a day', `${head}11/28/2026;480.00;;A`],
    ['a day that does not exist', `${head}30/02/2026;480.00;;A`],
    ['an open quote', `${head}28/11/2026;480.00;;"A`],
    ['an endless row', `${head}28/11/2026;480.00;;${'A'.repeat(20_001)}`],
    [
      'UTF-8 and other bytes',
      Buffer.concat([Buffer.from(`${head}28/11/2026;480.00;;Ά\n`.repeat(900)), Buffer.from([0xc1])]),
    ],
  ])('rejects %s with statement_unreadable', async (_, file) => {
    await expect(read(file, 1_000)).rejects.toMatchObject({ code: 'statement_unreadable' });
  });

  it.each([
    [`${head}28/11/2026;480,00;;A\r\n28/11/2026;1.234;;A\r\n`, 'statement_row_amount:3'],
    [`\n${head}\n28/11/2026;480,00;;A\n11/28/2026;480.00;;A`, 'statement_row_day:5'],
    [`${head}28/11/2026;480.00;;"A`, 'statement_row_quote:2'],
  ])('names the row of %j that it cannot read', async (file, reason) => {
    await expect(read(file)).rejects.toMatchObject({ details: { reason } });
  });

  const unknown = 'Κίνηση λογαριασμού;01/11/2026\nΒαλέρ;Ευρώ;Από\n28/11/2026;480,00;Άννα\n27/11/2026;1,00;Ώρα\n';

  it('gives the headings that it does not know, with some rows', async () => {
    await expect(read(unknown)).rejects.toMatchObject({
      code: 'statement_columns_unknown',
      details: {
        current: {
          headings: ['Βαλέρ', 'Ευρώ', 'Από'],
          samples: [
            ['28/11/2026', '480,00', 'Άννα'],
            ['27/11/2026', '1,00', 'Ώρα'],
          ],
        },
      },
    });
  });

  it('reads columns that were mapped, before those it knows', async () => {
    const saved = hashHeadings(['ΒΑΛΕΡ ', 'ευρω', 'Από', '']);
    const find = (row: readonly string[]) => (hashHeadings(row) === saved ? { day: 0, amount: 1, payer: 2 } : null);
    const { lines } = await readStatement(inParts(Buffer.from(unknown), 65_536), testIban, find);
    expect(facts([...lines])).toEqual([
      ['2026-11-28', 48_000, '', 'Άννα'],
      ['2026-11-27', 100, '', 'Ώρα'],
    ]);
  });

  it('rejects a file that names another account above its headings or in a column', async () => {
    const other = 'GR96 0810 0010 0000 0123 4567 890';
    const files = [`Account;${other}\n${head}`, `IBAN;Date;Amount\n${other};28/11/2026;480.00\n`];
    for (const file of files) await expect(read(file)).rejects.toMatchObject({ code: 'statement_other_account' });
  });
});
