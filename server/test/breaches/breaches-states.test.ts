import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mint } from '../../src/domain/authorization/scope.ts';
import { breachTransitions, noticeTransitions } from '../../src/domain/breaches/states.ts';
import { markClosed, markNotified, markNotNeeded, updateFacts } from '../../src/domain/breaches/store.ts';
import type { Tx } from '../../src/domain/database.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { listStatePairs, listUnpairedActs } from '../harness/state-pairs.ts';
import { createBreach } from './create-breach.ts';

describe('the states of the breach register', () => {
  let testApp: TestApp;
  let id: string;
  let adminId: string;
  let sessionId: string;
  const encryptedReason = Buffer.from('reason');
  beforeAll(async () => {
    testApp = await startTestApp();
    ({ id } = await createBreach(await signInAdmin(testApp)));
    const { rows } = await testApp.superuser.query(
      `SELECT u.id, s.id AS session FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.role = 'admin'`,
    );
    adminId = rows[0].id;
    sessionId = rows[0].session;
  });
  afterAll(() => testApp.close());

  /** Runs an act as the administrator. */
  const run = (act: ((tx: Tx) => Promise<boolean>) | undefined) =>
    testApp.app.context.db.within(
      mint.admin({
        kind: 'admin',
        userId: adminId,
        sessionId,
        email: '',
        language: 'en',
        mustChangePassword: false,
        factorSetup: null,
        passwordAgeSeconds: 0,
        expiresAt: new Date(0),
      }),
      async (tx) => (await act?.(tx)) ?? false,
    );

  const acts: Record<string, (tx: Tx) => Promise<boolean>> = {
    change: async (tx) => {
      const facts = { happened_from: new Date(0), happened_until: null, noticed_at: new Date(1), high_risk: true };
      const scope = {
        scope_kind: 'period',
        scope_value: null,
        scope_from: new Date(0),
        scope_to: new Date(1),
      } as const;
      return await updateFacts(tx, id, { content_sealed: Buffer.alloc(1), ...facts, ...scope });
    },
    close: (tx) => markClosed(tx, id, { userId: adminId, encryptedReason }),
  };

  it('names every act on a record that the database is asked for, and no other', () => {
    expect(listUnpairedActs(breachTransitions, acts)).toEqual([]);
  });

  it.each(listStatePairs(breachTransitions, acts))(
    'leads a record from $from by $name to $targets in the database',
    async ({ from, name, targets, isListed }) => {
      await testApp.superuser.query(
        `UPDATE breaches SET state = $2, closed_at = CASE WHEN $3 THEN now() END, closed_by = CASE WHEN $3 THEN opened_by END,
         close_reason_sealed = CASE WHEN $3 THEN '\\x00'::bytea END WHERE id = $1`,
        [id, from, from === 'closed'],
      );
      const isChanged = await run(acts[name]);
      const { rows } = await testApp.superuser.query('SELECT state FROM breaches WHERE id = $1', [id]);
      expect({ isChanged, state: rows[0].state }).toEqual({ isChanged: isListed, state: targets[0] });
    },
  );

  it('keeps a closed record and a sent notice, whatever statement the application runs', async () => {
    await testApp.superuser.query(
      `UPDATE breaches SET state = 'closed', closed_at = now(), closed_by = opened_by, close_reason_sealed = '\\x00'`,
    );
    await testApp.superuser.query(
      `UPDATE breach_notices SET state = 'notified', notified_at = now(), decided_at = now(), decided_by = $1`,
      [adminId],
    );
    const countChanged = async (statement: RawBuilder<unknown>) => {
      let count: bigint | undefined;
      await run(async (tx) => {
        count = (await statement.execute(tx)).numAffectedRows;
        return true;
      });
      return count;
    };
    const reopen = sql`UPDATE breaches SET state = 'open', closed_at = NULL, closed_by = NULL, close_reason_sealed = NULL`;
    const forget = sql`UPDATE breach_notices SET state = 'due', notified_at = NULL, decided_at = NULL, decided_by = NULL`;
    expect([await countChanged(reopen), await countChanged(forget)]).toEqual([0n, 0n]);
    await testApp.superuser.query(
      `UPDATE breaches SET state = 'open', closed_at = NULL, closed_by = NULL, close_reason_sealed = NULL`,
    );
  });

  const notice = () => ({ breachId: id, kind: 'persons' }) as const;
  const noticeActs: Record<string, (tx: Tx) => Promise<boolean>> = {
    notify: (tx) => markNotified(tx, notice(), { userId: adminId, encryptedReason: null, at: new Date() }),
    waive: (tx) => markNotNeeded(tx, notice(), { userId: adminId, encryptedReason }),
  };

  it('names every act on a notice that the database is asked for, and no other', () => {
    expect(listUnpairedActs(noticeTransitions, noticeActs)).toEqual([]);
  });

  it.each(listStatePairs(noticeTransitions, noticeActs))(
    'leads a notice from $from by $name to $targets in the database',
    async ({ from, name, targets, isListed }) => {
      await testApp.superuser.query(
        `UPDATE breach_notices SET state = $2, notified_at = CASE WHEN $2 = 'notified' THEN now() END, reason_sealed = '\\x00',
         decided_at = CASE WHEN $2 <> 'due' THEN now() END, decided_by = CASE WHEN $2 <> 'due' THEN $3::uuid END
         WHERE breach_id = $1 AND kind = 'persons'`,
        [id, from, adminId],
      );
      const isChanged = await run(noticeActs[name]);
      const { rows } = await testApp.superuser.query(
        `SELECT state FROM breach_notices WHERE breach_id = $1 AND kind = 'persons'`,
        [id],
      );
      expect({ isChanged, state: rows[0].state }).toEqual({ isChanged: isListed, state: targets[0] });
    },
  );
});
