const pageSize = 200;

/** Yields ids page by page, each page after the last id of the previous one. */
export async function* iterateExamIds(
  listPage: (after: string | null, limit: number) => Promise<string[]>,
  from: string | null,
): AsyncGenerator<string> {
  let after = from;
  for (;;) {
    const ids = await listPage(after, pageSize);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
