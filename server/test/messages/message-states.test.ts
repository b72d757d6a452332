import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxScope, systemScope } from '../../src/domain/authorization/authorize.ts';
import { expireRestoredRows } from '../../src/domain/backup/expire-restored-rows.ts';
import type { Tx } from '../../src/domain/database.ts';
import { type MessageEnd, messageTransitions } from '../../src/domain/messages/states.ts';
import {
  endMessage,
  failStale,
  insertMessages,
  recordAttempt,
  returnToWaiting,
} from '../../src/domain/messages/store.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';

describe('messageTransitions', () => {
  let testApp: TestApp;
  let id: string;
  beforeAll(async () => {
    testApp = await startTestApp();
    const { context } = testApp.app;
    await context.queue.stop(); // its job `empty-outbox` would end the messages
    id = newId(context.clock, context.random);
    await asOutbox((tx) =>
      insertMessages(
        tx,
        [
          {
            id,
            channel: 'sms',
            kind: 'code',
            state: 'waiting',
            sealed: Buffer.of(1),
            otp_id: null,
            link_hash: null,
          },
        ],
        60_000,
      ),
    );
  });
  afterAll(() => testApp.close());

  const asOutbox = <T>(work: (tx: Tx) => Promise<T>) => testApp.app.context.db.within(outboxScope(id), work);
  const sql = async (statement: string, values: unknown[] = []) => testApp.superuser.query(statement, values);
  const attempt = 1;
  const end = (state: MessageEnd) => (number: number) =>
    asOutbox((tx) => endMessage(tx, id, number, { state, error: null }));
  const acts: Record<string, (number: number) => Promise<boolean>> = {
    attempt: () =>
      asOutbox((tx) => recordAttempt(tx, id)).then(
        () => true,
        () => false,
      ),
    return: (number) => asOutbox((tx) => returnToWaiting(tx, id, number, 'refused')),
    send: end('sent'),
    expire: end('expired'),
    supersede: end('superseded'),
    'supersede (restore)': async () => {
      const run = async (statement: string) => ({ count: (await sql(statement)).rowCount ?? 0, rows: [] });
      return (await expireRestoredRows({ tables: [{ name: 'public.outbox_messages' }], run })).messages === 1;
    },
    fail: end('failed'),
    lose: end('uncertain'),
    abandon: async () => {
      await sql(`UPDATE outbox_messages SET expires_at = now() - interval '11 min' WHERE id = $1`, [id]);
      return (await testApp.app.context.db.within(systemScope('sweep'), failStale)) === 1;
    },
  };
  const setState = (state: string) =>
    sql(
      `UPDATE outbox_messages SET state = $2, attempts = $3, sending_at = now(), expires_at = now() + interval '1 min',
         sealed = CASE WHEN $2 IN ('waiting', 'sending') THEN '\\x01'::bytea END WHERE id = $1`,
      [id, state, attempt],
    );
  const row = async () => (await sql('SELECT state, sealed FROM outbox_messages WHERE id = $1', [id])).rows[0];

  it('names every act that the database is asked for, and no other', () => {
    expect(listUnpairedActs(messageTransitions, acts)).toEqual([]);
  });

  it.each(listStatePairs(messageTransitions, acts))(
    'leads from $from by $name to $targets in the database',
    async ({ from, name, targets: [to = from], isListed }) => {
      await setState(from);
      const isChanged = await acts[name]?.(attempt);
      const sealed = ['waiting', 'sending'].includes(to) ? Buffer.of(1) : null;
      expect({ isChanged, ...(await row()) }).toEqual({ isChanged: isListed, state: to, sealed });
    },
  );

  it.each(['return', 'send', 'expire', 'supersede', 'fail', 'lose'])(
    'refuses %s of an earlier attempt',
    async (name) => {
      await setState('sending');
      expect(await acts[name]?.(attempt - 1)).toBe(false);
      expect(await row()).toMatchObject({ state: 'sending' });
    },
  );
});
