const atOnce = 200;

/** Ids a page at a time, each page after the last id of the one before. */
export async function* everyExam(
  page: (after: string | null, most: number) => Promise<string[]>,
  from: string | null,
): AsyncGenerator<string> {
  let after = from;
  for (;;) {
    const ids = await page(after, atOnce);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
