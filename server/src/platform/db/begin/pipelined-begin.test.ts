import type pg from 'pg';
import { expect, it } from 'vitest';
import { pipelineBegin } from './pipelined-begin.ts';

const result: pg.QueryResult = { command: 'SELECT', rowCount: 1, oid: 0, fields: [], rows: [{ one: 1 }] };

it('sends the first query of a read-only transaction without waiting for the reply to BEGIN', async () => {
  const sent: string[] = [];
  const pendingBegin = Promise.withResolvers<pg.QueryResult>();
  const query = pipelineBegin((text) => {
    sent.push(text);
    return text.startsWith('BEGIN') ? pendingBegin.promise : Promise.resolve(result);
  });
  await query('BEGIN READ ONLY; SET LOCAL ROLE medcloud_app', []);
  const first = query('SELECT 1', []);
  expect(sent).toEqual(['BEGIN READ ONLY; SET LOCAL ROLE medcloud_app', 'SELECT 1']);
  pendingBegin.resolve(result);
  expect(await first).toBe(result);
});

it('rejects the first query with the error of a failed BEGIN and returns no rows', async () => {
  const failed = new Error('the role is not there');
  const query = pipelineBegin((text) => (text.startsWith('BEGIN') ? Promise.reject(failed) : Promise.resolve(result)));
  await query('BEGIN READ ONLY', []);
  await expect(query('SELECT 1', [])).rejects.toBe(failed);
  expect(await query('ROLLBACK', [])).toBe(result);
});

it('waits for the reply to BEGIN of a transaction that may write', async () => {
  const pendingBegin = Promise.withResolvers<pg.QueryResult>();
  const query = pipelineBegin(() => pendingBegin.promise);
  let isStarted = false;
  const started = query('BEGIN; SET LOCAL ROLE medcloud_app', []).then(() => {
    isStarted = true;
  });
  await Promise.resolve();
  expect(isStarted).toBe(false);
  pendingBegin.resolve(result);
  await started;
  expect(isStarted).toBe(true);
});
