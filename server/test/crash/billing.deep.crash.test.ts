import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCamt } from '../../src/domain/billing/bank/read/test-camt.ts';
import { Client } from '../harness/client.ts';
import { signInAdmin, signupForm } from '../harness/fixtures.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { reconnect } from './reconcile.ts';

/** An act of billing. A repeated `send` has the same key, as a client's next attempt has. */
interface Act {
  send(client: Client): Promise<Response>;
  /** How often the books have its effect. */
  count(): Promise<number>;
}

/** Kills of each kind and act. */
const rounds = Number(process.env.KILLS ?? 1);

/** A kill while a transaction waits in its middle, and one as soon as it has committed. */
describe('the books of a portal that is killed while it writes them', () => {
  let fixture: CrashFixture;
  let owner: pg.Client;
  let child: ChildApp;
  let admin: Client;
  let cases = 0;
  beforeAll(async () => {
    fixture = await createCrashFixture();
    owner = new pg.Client(fixture.connection);
    await owner.connect();
    child = fixture.first;
    admin = await signInAdmin(child);
  });
  afterAll(async () => {
    await owner.end();
    await fixture.close();
  });

  const rows = async (statement: string, values: unknown[] = []) => (await owner.query(statement, values)).rows;
  const count = async (from: string, values: unknown[]) =>
    (await rows(`SELECT count(*)::integer AS count FROM ${from}`, values))[0].count;
  const today = () => formatDay('Europe/Athens', new Date());
  const sendJson = (path: string, body: unknown) => {
    const headers = { 'idempotency-key': randomUUID() };
    return (client: Client) => client.json('POST', path, body, { headers });
  };

  async function signUp(): Promise<{ id: string; userId: string }> {
    cases += 1;
    const form = signupForm(`Killed${cases}`);
    await new Client(child.origin, child.config).call(routes.auth.doctorSignup, { body: form });
    const pending = await admin.call(routes.admin.pendingDoctors, {});
    const application = pending.find(({ user }) => user.email === form.email);
    if (!application) throw new Error('The application is not pending.');
    return application;
  }
  async function createBilled() {
    const { id, userId } = await signUp();
    await admin.call(routes.admin.approveDoctor, { params: { id } });
    const [due] = await rows('SELECT rf, invoice_id AS "invoiceId" FROM dues WHERE user_id = $1', [userId]);
    return { userId, ...due };
  }

  const approval = async (): Promise<Act> => {
    const { id, userId } = await signUp();
    return {
      send: sendJson(routes.admin.approveDoctor.path.replace('{id}', id), undefined),
      count: () => count('invoices WHERE user_id = $1', [userId]),
    };
  };
  const payment = async (): Promise<Act> => {
    const { rf, userId } = await createBilled();
    return {
      send: sendJson(routes.billingAdmin.recordPayment.path, { rf, cents: 48_000, receivedOn: today() }),
      count: () => count('payments WHERE user_id = $1', [userId]),
    };
  };
  const credit = async (): Promise<Act> => {
    const { invoiceId } = await createBilled();
    const path = routes.billingAdmin.creditInvoice.path.replace('{id}', invoiceId);
    return {
      send: sendJson(path, { cents: 1_000, reason: 'less' }),
      count: () => count('invoices WHERE credits_id = $1', [invoiceId]),
    };
  };
  const reissue = async (): Promise<Act> => {
    const { invoiceId, userId } = await createBilled();
    const path = routes.billingCorrections.reissueInvoice.path.replace('{id}', invoiceId);
    return {
      send: sendJson(path, { reason: 'wrong buyer' }),
      count: () => count(`invoices WHERE user_id = $1 AND kind = 'credit_note'`, [userId]),
    };
  };
  const bankFile = async (): Promise<Act> => {
    const { rf, userId } = await createBilled();
    const file = writeCamt('08', [{ creditorReference: rf, reference: rf }], child.config.billing.bank?.iban);
    return {
      send: (client) => {
        const body = new FormData();
        body.append('file', new Blob([file]), 'statement.xml');
        return client.raw('POST', routes.billingBank.importStatement.path, { body });
      },
      count: async () => {
        await waitUntil(
          async () => (await count('bank_lines WHERE state = $1 AND settled_at IS NULL', ['matched'])) === 0,
        );
        const payments = await count('payments WHERE user_id = $1', [userId]);
        expect(await count('bank_lines WHERE rf = $1', [rf])).toBe(payments);
        return payments;
      },
    };
  };

  const restart = async () => {
    await child.kill();
    await rows(`UPDATE jobs SET due_at = now() WHERE state = 'running'`); // a dead process's lease
    child = await fixture.start();
    admin = reconnect(admin, child);
  };
  /** Returns the response, or null if it was lost with the process. */
  const attempt = (act: Act) => act.send(admin).catch(() => null);

  /** Kills the portal while the act waits for a table that the test holds. */
  async function killWithin(act: Act, table: string): Promise<void> {
    await rows('BEGIN');
    await rows(`LOCK TABLE ${table} IN SHARE MODE`);
    const response = attempt(act);
    await waitUntil(async () => {
      const waiting = `pg_locks WHERE NOT granted AND relation = $1::regclass`;
      return (await count(waiting, [table])) > 0;
    });
    await child.kill();
    await rows('COMMIT');
    expect(await response).toBeNull();
  }

  /** Kills the portal as soon as the act's effect can be seen. */
  async function killAfter(act: Act, table: string): Promise<Response | null> {
    const before = await count(table, []);
    const response = attempt(act);
    await waitUntil(async () => (await count(table, [])) > before);
    await child.kill();
    return await response;
  }

  /** All that must hold of the books, whatever was killed. */
  async function expectConsistentBooks(): Promise<void> {
    const numbers = await rows(
      'SELECT series, array_agg(number ORDER BY number) AS numbers FROM invoices GROUP BY series',
    );
    for (const { numbers: found } of numbers)
      expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1));
    expect(await rows('SELECT entry_id FROM ledger_postings GROUP BY entry_id HAVING sum(cents) <> 0')).toEqual([]);
    const unlogged = await rows(`SELECT i.id FROM invoices i WHERE 1 <> (SELECT count(*) FROM audit_events a
      WHERE a.object_id = i.id::text AND a.event IN ('invoice_issued', 'invoice_credited'))`);
    expect(unlogged).toEqual([]);
    expect(
      await rows(
        'SELECT id FROM payments p WHERE (SELECT count(*) FROM ledger_entries e WHERE e.source_id = p.id AND e.kind = $1) <> 1',
        ['received'],
      ),
    ).toEqual([]);
  }

  const acts: [name: string, prepare: () => Promise<Act>, table: string][] = [
    ['an approval', approval, 'ledger_postings'],
    ['a payment', payment, 'ledger_postings'],
    ['a credit note', credit, 'ledger_postings'],
    ['a replaced invoice', reissue, 'ledger_postings'],
    ['a bank file', bankFile, 'bank_lines'],
  ];

  it.each(acts)(
    'have nothing of %s that was killed before its commit, and all of its next attempt once',
    async (_, prepare, table) => {
      for (let round = 0; round < rounds; round += 1) {
        const act = await prepare();
        await killWithin(act, table);
        await restart();
        expect(await act.count()).toBe(0);
        expect((await act.send(admin)).ok).toBe(true);
        expect(await act.count()).toBe(1);
      }
      await expectConsistentBooks();
    },
  );

  it.each(acts)(
    'have %s once that was killed after its commit, also after its next attempt',
    async (_, prepare, table) => {
      for (let round = 0; round < rounds; round += 1) {
        const act = await prepare();
        await killAfter(act, table);
        await restart();
        expect(await act.count()).toBe(1);
        expect((await act.send(admin)).ok).toBe(true);
        expect(await act.count()).toBe(1);
      }
      await expectConsistentBooks();
    },
  );

  it('have the payments of a bank file once if the portal is killed while it records them', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const act = await bankFile();
      await rows('BEGIN');
      await rows('LOCK TABLE ledger_postings IN SHARE MODE');
      expect((await act.send(admin)).status).toBe(201);
      await waitUntil(
        async () => (await count(`pg_locks WHERE NOT granted AND relation = 'ledger_postings'::regclass`, [])) > 0,
      );
      await child.kill();
      await rows('COMMIT');
      await restart();
      expect(await act.count()).toBe(1);
    }
    await expectConsistentBooks();
  });
});
