import { describe, expect, it } from 'vitest';
import { toCell } from './to-csv.ts';

describe('toCell', () => {
  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j a text in a spreadsheet',
    (text) => {
      const cell = toCell(text, ';');
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true);
      expect(cell.replaceAll('""', '"')).toContain(text);
    },
  );

  it('quotes separators, quotation marks and line breaks', () => {
    expect(toCell('a;b', ';')).toBe('"a;b"');
    expect(toCell('a;b', ',')).toBe('a;b');
    expect(toCell('say "yes"\nor no', ',')).toBe('"say ""yes""\nor no"');
    expect(toCell('Παπαδοπούλου', ';')).toBe('Παπαδοπούλου');
  });
});
