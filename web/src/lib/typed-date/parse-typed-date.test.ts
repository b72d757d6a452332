import { describe, expect, it } from 'vitest';
import { formatTypedDate, parseTypedDate } from './parse-typed-date.ts';

const today = '2026-11-27';
const parse = (text: string, isBirth = false) => {
  const { day, problem } = parseTypedDate(text, { isBirth, today });
  return problem ?? day;
};

const novemberTexts = [
  ...['3/11/2026', '03/11/2026', '3/11/26', '03/11/26', '3.11.2026', '3.11.26', '03-11-2026', '3-11-26'],
  ...['3 11 2026', '3,11,2026', '3;11;2026', '3:11:2026', '3\\11\\2026', '3_11_2026', '3 / 11 / 2026', ' 3/11/2026 '],
  ...['03112026', '031126', '3. 11. 2026', '3/11-2026', '3/11/2026.'],
  // non-breaking, narrow and figure blanks; en dash, minus, division slash as typed by phones
  ...['3\u00a011\u00a02026', '3\u202f11\u202f2026', '3\u200711\u20072026', '3–11–2026', '3\u221211\u22122026'],
  // the Greek keyboard: ano teleia, question mark, tonos, dialytika
  ...[
    '3·11·2026',
    '3\u038711\u03872026',
    '3\u037e11\u037e2026',
    '3\u038411\u03842026',
    "3'11'2026",
    '3\u00a811\u00a82026',
  ],
  ...['2026-11-03', '2026/11/3', '2026.11.03', '2026 Nov 3'],
  ...['3 Nov 2026', '3 nov 26', '3 November 2026', '3 NOVEMBER 2026', '3-Nov-2026', '3Nov2026', '3rd November 2026'],
  ...['November 3, 2026', 'Nov 3 2026', '3 of November 2026', '３/１１/２０２６'],
  ...['3 Νοεμβρίου 2026', '3 Νοέμβριος 2026', '3 Νοε 2026', '3 Νοέ 26', '3 ΝΟΕΜΒΡΙΟΥ 2026', '3 Νοέμβρη 2026'],
  ...['3η Νοεμβρίου 2026', '3 νοεμβριου 2026', '3 Νοεμ. 2026', '3-Νοε-2026', '3 του Νοέμβρη 2026', 'Νοεμβρίου 3, 2026'],
];

const months = [
  ['january', 'jan', 'Ιανουάριος', 'Ιανουαρίου', 'Ιαν', 'Γενάρη'],
  ['february', 'feb', 'Φεβρουάριος', 'Φεβρουαρίου', 'Φεβ', 'Φλεβάρη'],
  ['march', 'mar', 'Μάρτιος', 'Μαρτίου', 'Μαρ', 'Μάρτη'],
  ['april', 'apr', 'Απρίλιος', 'Απριλίου', 'Απρ', 'Απρίλη'],
  ['may', 'May', 'Μάιος', 'Μαΐου', 'Μάι', 'Μάη'],
  ['june', 'jun', 'Ιούνιος', 'Ιουνίου', 'Ιουν', 'Ιούνη'],
  ['july', 'jul', 'Ιούλιος', 'Ιουλίου', 'Ιουλ', 'Ιούλη'],
  ['august', 'aug', 'Αύγουστος', 'Αυγούστου', 'Αυγ', 'ΑΥΓ'],
  ['september', 'sept', 'Σεπτέμβριος', 'Σεπτεμβρίου', 'Σεπ', 'Σεπτέμβρη'],
  ['october', 'oct', 'Οκτώβριος', 'Οκτωβρίου', 'Οκτ', 'Οκτώβρης'],
  ['november', 'nov', 'Νοέμβριος', 'Νοεμβρίου', 'Νοε', 'Νοέμβρης'],
  ['december', 'dec', 'Δεκέμβριος', 'Δεκεμβρίου', 'Δεκ', 'Δεκέμβρη'],
];
const monthTexts = months.flatMap((names, index) => names.map((name) => [name, index + 1] as const));

const yearTexts = [
  ['14/3/64', true, '1964-03-14'],
  ['14/3/1964', true, '1964-03-14'],
  ['14 Μαρτίου 64', true, '1964-03-14'],
  ['140364', true, '1964-03-14'],
  ['27/11/26', true, '2026-11-27'],
  ['28/11/26', true, '1926-11-28'],
  ['1/1/00', true, '2000-01-01'],
  ['29/2/24', true, '2024-02-29'],
  ['28/11/26', false, '2026-11-28'],
  ['14/3/64', false, '2064-03-14'],
  ['1/1/99', false, '2099-01-01'],
] as const;

const noDay = (day: number) => ({ code: 'noDay', day });
const noMonth = (month: number) => ({ code: 'noMonth', month });
const shortMonth = (year: number, month: number, days: number) => ({ code: 'shortMonth', year, month, days });
const problems = [
  ['11/25/2026', noMonth(25)],
  ['03/13/2026', noMonth(13)],
  ['2026-25-11', noMonth(25)],
  ['20261103', noMonth(26)],
  ['3/0/2026', noMonth(0)],
  ['32/1/2026', noDay(32)],
  ['0/11/2026', noDay(0)],
  ['31/2/2026', shortMonth(2026, 2, 28)],
  ['30 Φεβρουαρίου 2024', shortMonth(2024, 2, 29)],
  ['29/2/2026', shortMonth(2026, 2, 28)],
  ['29/2/1900', shortMonth(1900, 2, 28)],
  ['31/11/2026', shortMonth(2026, 11, 30)],
  ['31 Απριλίου 2026', shortMonth(2026, 4, 30)],
  ...['3/11', '3 Nov', '3 Νοεμβρίου', '3.11.'].map((text) => [text, { code: 'yearMissing' }] as const),
  ...['3/11/2', '3/11/202', '3/11/20266', '3/11/0026', '3/11/3026'].map(
    (text) => [text, { code: 'yearDigits' }] as const,
  ),
  ...[
    '3',
    '0311',
    '3112026',
    'yesterday',
    '3 Novermber 2026',
    '3 Ιου 2026',
    '3 ju 2026',
    '3/11/2026 10:00',
    '3+11+2026',
  ].map((text) => [text, { code: 'unclear' }] as const),
  ...['003/11/2026', '3/011/2026', 'Nov 2026', '2026', '2026-11', '3/11/year', '1/2/3/4', 'Tue 3 Nov'].map(
    (text) => [text, { code: 'unclear' }] as const,
  ),
] as const;

describe('parseTypedDate', () => {
  it.each(novemberTexts)('reads "%s" as 3 November 2026', (text) => {
    expect(parse(text)).toBe('2026-11-03');
  });

  it.each(monthTexts)('reads the month of "7 %s 2026" as %i', (name, month) => {
    expect(parse(`7 ${name} 2026`)).toBe(`2026-${String(month).padStart(2, '0')}-07`);
  });

  it.each(yearTexts)('reads "%s" (birth: %s) as %s', (text, isBirth, day) => {
    expect(parse(text, isBirth)).toBe(day);
  });

  it.each(problems)('rejects "%s" with %j', (text, problem) => {
    expect(parse(text)).toEqual(problem);
  });

  it('reads day before month for every day of a year, in all separators', () => {
    for (let time = Date.UTC(2024, 0, 1); time < Date.UTC(2025, 0, 1); time += 86_400_000) {
      const day = new Date(time).toISOString().slice(0, 10);
      const parts = day.split('-').toReversed();
      for (const separator of ['/', '.', '-', ' ', '']) expect(parse(parts.join(separator))).toBe(day);
      expect(parse(formatTypedDate(day))).toBe(day);
    }
  });

  it('returns an empty day for an empty text', () => {
    expect([parse(''), parse(' \u00a0')]).toEqual(['', '']);
  });
});

describe('formatTypedDate', () => {
  it('writes the day first', () => {
    expect(formatTypedDate('2026-11-03')).toBe('03/11/2026');
    expect(formatTypedDate('')).toBe('');
  });
});
