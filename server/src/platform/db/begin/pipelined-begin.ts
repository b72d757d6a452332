import type pg from 'pg';

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>;

const beginResult: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * Wraps a connection's queries: sends BEGIN READ ONLY together with the next query, without waiting for its reply. The
 * next query rejects with the error of a failed BEGIN. Other transactions wait for the reply to BEGIN: in a pipeline, a
 * query after a failed BEGIN would run outside the transaction, so it must not write.
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
