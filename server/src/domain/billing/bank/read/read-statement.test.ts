import { describe, expect, it } from 'vitest';
import { readStatement } from './read-statement.ts';
import { testIban, writeCamt } from './test-camt.ts';

async function* inParts(file: string | Buffer, size: number) {
  const bytes = Buffer.from(file);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const read = async (file: string | Buffer, size = 65_536) => (await readStatement(inParts(file, size), testIban)).lines;

const transfer = {
  reference: 'B-1',
  payer: 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ',
  creditorReference: 'RF740000000001',
  text: ['ΣΥΝΔΡΟΜΗ', '2026 &amp; ΦΠΑ'],
};
const line = {
  day: '2026-11-27',
  cents: 48_000,
  currency: 'EUR',
  isBooked: true,
  isReturn: false,
  bankReference: 'B-1',
  creditorReference: 'RF740000000001',
  payer: 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΕΩΡΓΙΟΣ',
  text: 'ΣΥΝΔΡΟΜΗ 2026 & ΦΠΑ',
};

describe('readStatement: camt.053', () => {
  it.each(['02', '04', '06', '08', '10', '13'])('reads version %s alike', async (version) => {
    expect(await read(writeCamt(version, [transfer]))).toEqual([line]);
  });

  it('reads a file in parts of a few bytes alike', async () => {
    expect(await read(writeCamt('08', [transfer]), 7)).toEqual([line]);
  });

  it('reads an encoding that the file names', async () => {
    const text = writeCamt('02', [{ payer: '@' }]).replace('UTF-8', 'windows-1253');
    const [before = '', after = ''] = text.split('@');
    const greek = Buffer.from([0xc6, 0xd9, 0xc7]);
    const lines = await read(Buffer.concat([Buffer.from(before), greek, Buffer.from(after)]));
    expect(lines[0]?.payer).toBe('ΖΩΗ');
  });

  it('keeps announced movements, debits, returns and other currencies as such', async () => {
    const lines = await read(
      writeCamt('08', [
        { status: 'PDNG' },
        { direction: 'DBIT', amount: '3.5' },
        { direction: 'DBIT', isReturn: true },
        { currency: 'USD', amount: '1000' },
      ]),
    );
    expect(lines.map(({ isBooked, isReturn, cents, currency }) => [isBooked, isReturn, cents, currency])).toEqual([
      [false, false, 48_000, 'EUR'],
      [true, false, -350, 'EUR'],
      [true, true, -48_000, 'EUR'],
      [true, false, 100_000, 'USD'],
    ]);
  });

  it('splits a batch into its transactions only where they add up to the entry', async () => {
    const detail = (cents: string, text: string) =>
      `<TxDtls><Amt Ccy="EUR">${cents}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const write = (second: string) =>
      writeCamt('08', [{ amount: '30.00', reference: 'B-2' }]).replace(
        /<TxDtls>.*<\/TxDtls>/s,
        detail('10.00', 'one') + detail(second, 'two'),
      );
    const facts = (lines: Awaited<ReturnType<typeof read>>) =>
      lines.map(({ cents, text, bankReference }) => [cents, text, bankReference]);
    expect(facts(await read(write('20.00')))).toEqual([
      [1_000, 'one', 'B-2#0'],
      [2_000, 'two', 'B-2#1'],
    ]);
    expect(facts(await read(write('21.00')))).toEqual([[3_000, 'one two', 'B-2']]);
  });

  const valid = writeCamt('08', [transfer]);
  const nested = (depth: number) => `${valid.slice(0, valid.indexOf('<Bal>'))}${'<a>'.repeat(depth)}`;
  it.each([
    ['an empty file', ''],
    ['HTML', '<!DOCTYPE html><html><body>Statement</body></html>'],
    ['pain.001', valid.replace('camt.053.001.08', 'pain.001.001.03')],
    ['a version that does not exist', valid.replace('camt.053.001.08', 'camt.053.001.14')],
    ['no statement', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>'],
    ['a document type with an entity', valid.replace('<Document', '<!DOCTYPE d [<!ENTITY a "1">]><Document')],
    ['a torn file', valid.slice(0, -40)],
    ['elements 100,000 deep', nested(100_000)],
    ['an amount with a comma', writeCamt('08', [{ amount: '480,00' }])],
    ['a part of a cent', writeCamt('08', [{ amount: '480.005' }])],
    ['a negative amount', writeCamt('08', [{ amount: '-480.00' }])],
    ['an exponent', writeCamt('08', [{ amount: '1e3' }])],
    ['an amount over 2^31 cents', writeCamt('08', [{ amount: '21474836.48' }])],
    ['a day that does not exist', writeCamt('08', [{ day: '2026-02-30' }])],
    ['an unknown encoding', valid.replace('UTF-8', 'UTF-7')],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(valid.slice(0, -40)), Buffer.from([0xff]), Buffer.from(valid.slice(-40))]),
    ],
  ])('rejects %s with statement_unreadable', async (_, file) => {
    await expect(read(file)).rejects.toMatchObject({ code: 'statement_unreadable' });
  });

  it('rejects the statement of another account', async () => {
    const other = writeCamt('08', [transfer], 'GR9608100010000001234567890');
    await expect(read(other)).rejects.toMatchObject({ code: 'statement_other_account' });
  });

  it('rejects a file over 20 MB', async () => {
    const blanks = Buffer.alloc(1_048_576, ' ');
    const endless = async function* () {
      yield Buffer.from(valid.slice(0, 400));
      for (let part = 0; part < 20; part += 1) yield blanks;
    };
    await expect(readStatement(endless(), testIban)).rejects.toMatchObject({ code: 'too_large' });
  });
});
