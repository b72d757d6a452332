import { describe, expect, it } from 'vitest';
import { toCsvLine, toTextCell } from './csv-line.ts';

describe('toTextCell', () => {
  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'keeps %j a text in a spreadsheet (T-CSV1)',
    (text) => expect(toTextCell(text)).toBe(`'${text}`),
  );
});

describe('toCsvLine', () => {
  it('quotes separators, quotation marks and line breaks', () => {
    expect(toCsvLine(['a;b', 'c,d'], 'el')).toBe('"a;b";c,d\r\n');
    expect(toCsvLine(['a;b', 'c,d'], 'en')).toBe('a;b,"c,d"\r\n');
    expect(toCsvLine(['say "yes"\nor no', 'Παπαδοπούλου'], 'en')).toBe('"say ""yes""\nor no",Παπαδοπούλου\r\n');
  });
});
