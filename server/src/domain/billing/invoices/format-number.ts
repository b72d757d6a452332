import { type RawBuilder, sql } from 'kysely';

/** Writes a document's number as it is printed: `A-2026-000123`. */
export function formatNumber({ series, year, number }: { series: string; year: number; number: number }): string {
  return `${series}-${year}-${String(number).padStart(6, '0')}`;
}

/** As `formatNumber`, in SQL: the number of the row of `invoices`, or of what has its columns, under an alias. */
export function numberOf(alias: string): RawBuilder<string> {
  const [series, year, number] = ['series', 'year', 'number'].map((column) => sql.ref(`${alias}.${column}`));
  // lpad would cut a longer number to 6 digits
  return sql`${series} || '-' || ${year} || '-' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`;
}
