import type pg from 'pg';

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

const beginResult: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection's queries, where the beginning of a transaction that only reads is sent and not waited for: the next query goes
 * right behind it, and tells of its failure. (In a pipeline a query that follows a failed beginning would run outside of its
 * transaction: so nothing that writes is sent before the beginning was answered.)
 */
export function pipelineBegin(query: Query): Query {
  let pendingBegin: Promise<pg.QueryResult> | undefined;
  return async (text, values) => {
    if (text.startsWith('BEGIN READ ONLY')) {
      pendingBegin = query(text, values);
      pendingBegin.catch(() => undefined);
      return beginResult;
    }
    const [before, own] = [pendingBegin, query(text, values)];
    pendingBegin = undefined;
    own.catch(() => undefined);
    await before;
    return await own;
  };
}
