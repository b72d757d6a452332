import { setImmediate } from 'node:timers/promises';

/** Maps items, `perTurn` of them in one turn of the event loop, so that other work does not wait for all. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  perTurn: number,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && results.length % perTurn === 0) await setImmediate();
    results.push(map(item));
  }
  return results;
}
