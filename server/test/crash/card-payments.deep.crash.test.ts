import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { redirect } from '@medcloud/contract/shapes/billing/checkout';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobsChannel } from '../../src/platform/queue/jobs-channel.ts';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import type { ChildApp } from '../harness/start-child-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type StripeServer, startStripeServer } from '../stand-ins/stripe.ts';
import { type CrashFixture, createCrashFixture } from './create-crash-fixture.ts';
import { reconnect } from './reconcile.ts';

/** How often the portal is killed at each point of each way to move money; KILLS=20 takes some ten minutes. */
const kills = Number(process.env.KILLS ?? 3);
const points = ['charge-begun', 'charge-answered', 'charge-recorded'] as const;

describe('a portal that is killed while money moves', () => {
  let stripe: StripeServer;
  let fixture: CrashFixture;
  let owner: pg.Client;
  let child: ChildApp;
  let doctor: DoctorFixture;
  let environment: Record<string, string>;

  beforeAll(async () => {
    stripe = await startStripeServer();
    fixture = await createCrashFixture();
    await fixture.first.close();
    owner = new pg.Client(fixture.connection);
    await owner.connect();
    environment = { PAYMENTS_URL: stripe.url };
    child = await fixture.start(environment);
    doctor = await createDoctor(endpoint(), await signInAdmin(child), 'payer');
    stripe.records.pay((await checkout()) ?? '');
    expect(await comeBack()).toBe('paid');
  });
  afterAll(async () => {
    await owner.end();
    await fixture.close();
    await stripe.close();
  });

  const endpoint = () => ({ ...child, anonymous: new Client(child.origin, child.config) });
  const rows = async (statement: string, values: unknown[] = []) => (await owner.query(statement, values)).rows;
  const lastAttempt = async () =>
    (
      await rows(
        'SELECT id, purpose, state FROM payment_attempts WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
        [doctor.userId],
      )
    )[0];
  const post = (path: string, body: object) =>
    reconnect(doctor.client, child).json('POST', path, body, { headers: { 'idempotency-key': randomUUID() } });
  /** Returns the page's id; null if the portal ended meanwhile. */
  const checkout = async () => {
    const response = await post(routes.billingCards.doctorCheckout.path, {}).catch(() => null);
    if (response === null) return null;
    return (
      redirect
        .parse(await response.json())
        .redirectUrl.split('/')
        .at(-1) ?? ''
    );
  };
  const comeBack = async () => {
    const { id } = await lastAttempt();
    const call = reconnect(doctor.client, child).call(routes.billingCards.doctorCheckoutReturn, {
      body: { attempt: id },
    });
    return await call.then(({ state }) => state).catch(() => null);
  };

  /** Makes the doctor owe another period, which the test writes. Returns the due's id. */
  const owe = async () => {
    const [due] = await rows(
      `INSERT INTO dues (id, user_id, kind, price_id, from_day, to_day, net_cents, vat_cents, gross_cents, tax_case, due_on, state)
       SELECT $2, d.user_id, 'renewal', d.price_id, d.to_day + 1, (d.to_day + interval '1 year')::date, d.net_cents, d.vat_cents, d.gross_cents,
         d.tax_case, d.to_day, 'open' FROM dues d WHERE d.user_id = $1 ORDER BY d.to_day DESC LIMIT 1 RETURNING id`,
      [doctor.userId, randomUUID()],
    );
    return due.id;
  };
  /** Writes what `chargeDue` writes: an attempt and its job. */
  const beginCharge = async (dueId: string) => {
    const id = randomUUID();
    await owner.query('BEGIN');
    await rows(
      `INSERT INTO payment_attempts (id, user_id, due_id, driver, purpose, cents, state, method_ref)
       SELECT $1, d.user_id, d.id, 'stripe', 'charge', d.gross_cents, 'begun', a.method_ref
       FROM dues d JOIN provider_accounts a ON a.user_id = d.user_id WHERE d.id = $2`,
      [id, dueId],
    );
    await rows(
      `INSERT INTO jobs (kind, payload, key) VALUES ('charge-card', jsonb_build_object('attemptId', $1::text), $1::text)`,
      [id],
    );
    await rows('SELECT pg_notify($1, $2)', [jobsChannel, 'charge-card']);
    await owner.query('COMMIT');
    return id;
  };
  const stateOf = async (attempt: string) =>
    (await rows('SELECT state FROM payment_attempts WHERE id = $1', [attempt]))[0]?.state;
  /** The lease of a dead process's job expires at once instead of after 30 s. */
  const expireLeases = () => rows(`UPDATE jobs SET due_at = now() WHERE every_ms IS NULL`);
  const restart = async () => {
    await child.ended;
    await expireLeases();
    child = await fixture.start(environment);
  };

  /** Compares what the provider has with what the portal recorded. */
  const expectEqualMoney = async () => {
    const charged = [...stripe.records.intents.values()].filter(({ status }) => status === 'succeeded');
    const payments = await rows('SELECT provider_ref AS ref, cents FROM payments WHERE driver = $1 ORDER BY ref', [
      'stripe',
    ]);
    expect(payments).toEqual(
      charged.map(({ id, amount }) => ({ ref: id, cents: amount })).toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
    );
    const [{ count, documents, periods }] = await rows(
      `SELECT (SELECT count(*) FROM dues WHERE state = 'paid')::int AS count,
        (SELECT count(*) FROM invoices WHERE kind = 'invoice')::int AS documents, (SELECT count(*) FROM subscription_periods)::int AS periods`,
    );
    expect([count, documents, periods]).toEqual(Array(3).fill(charged.length));
    const [{ clearing }] = await rows(
      `SELECT sum(cents)::int AS clearing FROM ledger_postings WHERE account = 'card_clearing'`,
    );
    const refunds = [...stripe.records.refunds.values()].filter(({ status }) => status === 'succeeded');
    const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
    expect(clearing).toBe(sum(charged) - sum(refunds));
  };

  it.each(points)(`charges a saved card once: %s, ${kills} times`, async (point) => {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = stripe.records.charged.length;
      const due = await owe();
      await child.crashAt(`${point}:1`);
      const attempt = await beginCharge(due);
      await restart();
      await waitUntil(async () => (await stateOf(attempt)) === 'done');
      expect(stripe.records.charged.length - before).toBe(1);
      await expectEqualMoney();
    }
  });

  it.each(['charge-begun', 'charge-answered'] as const)(
    `opens one page that can be paid: %s, ${kills} times`,
    async (point) => {
      for (let kill = 0; kill < kills; kill += 1) {
        await owe();
        await child.crashAt(`${point}:1`);
        expect(await checkout()).toBeNull();
        await restart();
        const page = await checkout();
        expect([...stripe.records.sessions.values()].filter(({ status }) => status === 'open')).toHaveLength(1);
        stripe.records.pay(page ?? '');
        expect(await comeBack()).toBe('paid');
        await expectEqualMoney();
      }
    },
  );

  it.each(['charge-answered', 'charge-recorded'] as const)(
    `records a page once that was paid: %s, ${kills} times`,
    async (point) => {
      for (let kill = 0; kill < kills; kill += 1) {
        await owe();
        stripe.records.pay((await checkout()) ?? '');
        await child.crashAt(`${point}:1`);
        expect(await comeBack()).toBeNull();
        await restart();
        expect(await comeBack()).toBe('paid');
        await expectEqualMoney();
      }
    },
  );

  it.each(points)(`sends a refund once: %s, ${kills} times`, async (point) => {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = stripe.records.refunds.size;
      const [{ id }] = await rows(
        `SELECT i.id FROM invoices i WHERE i.kind = 'invoice' AND NOT EXISTS (SELECT FROM invoices c WHERE c.credits_id = i.id) ORDER BY i.id LIMIT 1`,
      );
      const admin = await signInAdmin(child);
      await child.crashAt(`${point}:1`);
      const body = { cents: 1_000, reason: 'Less', refund: 'card' };
      await admin.json('POST', `/api/admin/invoices/${id}/credit`, body).catch(() => undefined);
      await restart();
      await waitUntil(async () => {
        const attempt = await lastAttempt();
        return attempt.purpose === 'refund' && attempt.state === 'done';
      });
      expect(stripe.records.refunds.size - before).toBe(1);
      await expectEqualMoney();
    }
  });

  it(`charges once where two nodes share the job and one is killed after the provider's answer, ${kills} times`, async () => {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = stripe.records.charged.length;
      const other = await fixture.start(environment);
      await child.crashAt('charge-answered:1');
      const attempt = await beginCharge(await owe());
      await waitUntil(async () => {
        await expireLeases();
        return (await stateOf(attempt)) === 'done';
      });
      expect(stripe.records.charged.length - before).toBe(1);
      await expectEqualMoney();
      await other.kill();
      await child.kill();
      await restart();
    }
  });

  it('looks up a charge whose answer was a saved 500, after a kill, and begins no other before a day', async () => {
    const before = stripe.records.charged.length;
    stripe.faults.push('error');
    const attempt = await beginCharge(await owe());
    await waitUntil(
      async () =>
        (await rows('SELECT fault_code AS code FROM payment_attempts WHERE id = $1', [attempt]))[0]?.code ===
        'http_500',
    );
    await child.kill();
    await restart();
    await waitUntil(async () => (await rows(`SELECT 1 FROM jobs WHERE kind = 'charge-card'`)).length === 0);
    expect(await stateOf(attempt)).toBe('begun');
    expect(stripe.records.charged.length - before).toBe(0);
    expect((await post(routes.billingCards.doctorCheckout.path, {})).status).toBe(409);
    await expectEqualMoney();
  });
});
