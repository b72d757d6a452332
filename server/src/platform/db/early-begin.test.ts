import type pg from 'pg';
import { expect, it } from 'vitest';
import { beginningEarly } from './early-begin.ts';

const answered: pg.QueryResult = { command: 'SELECT', rowCount: 1, oid: 0, fields: [], rows: [{ one: 1 }] };

it('sends the first question behind the beginning, without waiting for its answer', async () => {
  const sent: string[] = [];
  const beginning = Promise.withResolvers<pg.QueryResult>();
  const query = beginningEarly((text) => {
    sent.push(text);
    return text.startsWith('BEGIN') ? beginning.promise : Promise.resolve(answered);
  });
  await query('BEGIN READ ONLY; SET LOCAL ROLE medcloud_app', []);
  const first = query('SELECT 1', []);
  expect(sent).toEqual(['BEGIN READ ONLY; SET LOCAL ROLE medcloud_app', 'SELECT 1']);
  beginning.resolve(answered);
  expect(await first).toBe(answered);
});

it('gives out nothing that was read where the beginning failed, and fails as it did', async () => {
  const failed = new Error('the role is not there');
  const query = beginningEarly((text) =>
    text.startsWith('BEGIN') ? Promise.reject(failed) : Promise.resolve(answered),
  );
  await query('BEGIN READ ONLY', []);
  await expect(query('SELECT 1', [])).rejects.toBe(failed);
  expect(await query('ROLLBACK', [])).toBe(answered);
});

it('waits for the beginning of a transaction that may write', async () => {
  const beginning = Promise.withResolvers<pg.QueryResult>();
  const query = beginningEarly(() => beginning.promise);
  let isBegun = false;
  const begun = query('BEGIN; SET LOCAL ROLE medcloud_app', []).then(() => {
    isBegun = true;
  });
  await Promise.resolve();
  expect(isBegun).toBe(false);
  beginning.resolve(answered);
  await begun;
  expect(isBegun).toBe(true);
});
