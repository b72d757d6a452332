/** Parses the X-Total-Count of a list: `"0"` to `"1000"`, or `"1000+"` for more (shapes, "patients"). */
export function parseTotal(total: string | null): { count: number; isMore: boolean } {
  if (total === null) return { count: 0, isMore: false };
  return { count: Number.parseInt(total, 10) || 0, isMore: total.endsWith('+') };
}
