/** Writes a document's number as it is printed: `A-2026-000123`. */
export function formatNumber({ series, year, number }: { series: string; year: number; number: number }): string {
  return `${series}-${year}-${String(number).padStart(6, '0')}`;
}
