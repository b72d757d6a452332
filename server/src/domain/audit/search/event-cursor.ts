/** Formats a cursor to the microsecond, which a Date loses: two events of one millisecond stay distinct. */
export function formatCursor({ exactly, id }: { exactly: string; id: number }): string {
  return `${exactly}.${id}`;
}

/** Parses a cursor; null for the first page and for an invalid cursor (`isCursor` distinguishes them). */
export function parseCursor(cursor: string | null): { at: string; id: string } | null {
  const parts = cursor === null ? null : /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.(\d{1,15})$/.exec(cursor);
  const [, at, id] = parts ?? [];
  return at === undefined || id === undefined || Number.isNaN(Date.parse(at)) ? null : { at, id };
}

/** True if a cursor is well-formed. */
export function isCursor(cursor: string): boolean {
  return parseCursor(cursor) !== null;
}
