import { describe, expect, it } from 'vitest';
import { ctItems } from '../../../../test/annotations/annotated-ct.ts';
import { encodeCsv } from './encode-csv.ts';

describe('encodeCsv', () => {
  const [item] = ctItems();
  if (item === undefined) throw new Error('There are no items.');

  it('writes Greek columns and numbers for a Greek spreadsheet', () => {
    const [heading, row] = encodeCsv([item], 'el').split('\r\n');
    expect(heading).toMatch(/^\ufeffΕίδος;Ετικέτα;/);
    expect(row).toContain(';3,30734;');
  });

  it('makes a formula and a quote harmless (T-CSV1)', () => {
    const csv = encodeCsv([{ ...item, label: '=HYPERLINK("http://x")' }], 'en');
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  });
});
