import pg from 'pg';

const DATE = 1082;
const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/** The times and days that JSON and lists can have. PostgreSQL also has 'infinity' and later years, of which one row would stop a list. */
const [earliest, latest] = [new Date('0001-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];
const parseTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

function readTime(text: string): Date {
  const time: Date | number = parseTime(text);
  if (Number(time) > latest.getTime()) return latest;
  return Number(time) < earliest.getTime() ? earliest : new Date(time);
}

function readDate(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  return (text.startsWith('-') || text.endsWith('BC') ? earliest : latest).toISOString().slice(0, 10);
}

/** Dates stay text without a time zone. bigint becomes a number, because sizes and counts are far below 2^53. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: string) {
    if (oid === DATE) return readDate;
    if (oid === BIGINT) return Number;
    if (oid === TIMESTAMPTZ && format !== 'binary') return readTime;
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};
