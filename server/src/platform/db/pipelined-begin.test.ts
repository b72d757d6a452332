import type pg from 'pg';
import { expect, it } from 'vitest';
import { pipelineBegin } from './pipelined-begin.ts';

const result: pg.QueryResult = { command: 'SELECT', rowCount: 1, oid: 0, fields: [], rows: [{ one: 1 }] };

it('sends the first question behind the beginning, without waiting for its answer', async () => {
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

it('gives out nothing that was read where the beginning failed, and fails as it did', async () => {
  const failed = new Error('the role is not there');
  const query = pipelineBegin((text) => (text.startsWith('BEGIN') ? Promise.reject(failed) : Promise.resolve(result)));
  await query('BEGIN READ ONLY', []);
  await expect(query('SELECT 1', [])).rejects.toBe(failed);
  expect(await query('ROLLBACK', [])).toBe(result);
});

it('waits for the beginning of a transaction that may write', async () => {
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
