import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { createDue } from '../../src/domain/billing/dues/create-due.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { openBillingActs } from './administrator.ts';
import { addBilledDoctors } from './billed-doctors.ts';

const party = {
  kind: 'person',
  legalName: 'Ελένη Σταυρίδου ΜΕΠΕ',
  address: 'Ακτή Μιαούλη 1',
  city: 'Πειραιάς',
  postalCode: '185 35',
  country: 'GR',
  language: 'el',
} as const;

describe('corrections of documents', () => {
  let testApp: TestApp;
  let admin: Client;
  let acts: Awaited<ReturnType<typeof openBillingActs>>;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
    acts = await openBillingActs(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;
  const account = (userId: string) => admin.call(routes.billingAdmin.accountDetails, { params: { userId } });
  const setParty = (userId: string, country: 'GR' | 'CH' = 'GR') =>
    admin.call(routes.billingAdmin.accountParty, { params: { userId }, body: { ...party, country } });
  const reissue = (id: string, key = 'reissue-key-0000') =>
    admin.json(
      'POST',
      routes.billingCorrections.reissueInvoice.path.replace('{id}', id),
      { reason: 'Λάθος λήπτης' },
      {
        headers: { 'idempotency-key': key },
      },
    );

  /** A doctor with an invoice of 480.00 euros, of which an amount is paid. */
  async function createBilled(paidCents: number) {
    const [userId = ''] = await addBilledDoctors(testApp, 1, 'yearly');
    const [due] = await select('SELECT id, rf, invoice_id AS "invoiceId" FROM dues WHERE user_id = $1', [userId]);
    if (paidCents > 0) await acts.pay({ rf: due.rf, cents: paidCents, receivedOn: today() });
    return { userId, due };
  }

  it('credits an unpaid invoice and issues a new one to the right buyer, with the same reference', async () => {
    const { userId, due } = await createBilled(0);
    await setParty(userId);
    const id = await acts.reissue(due.invoiceId);
    const { invoices, dues, owedCents } = await account(userId);
    expect(invoices).toMatchObject([
      { id, kind: 'invoice', state: 'open', grossCents: 48_000, openCents: 48_000 },
      { kind: 'credit_note', grossCents: 48_000, credits: invoices[2]?.number },
      { id: due.invoiceId, state: 'credited', openCents: 0 },
    ]);
    expect([dues, owedCents]).toMatchObject([[{ rf: due.rf, state: 'open', openCents: 48_000 }], 48_000]);
    expect(await select(`SELECT buyer ->> 'legalName' AS name, rf FROM invoices WHERE id = $1`, [id])).toEqual([
      { name: party.legalName, rf: due.rf },
    ]);
    await acts.pay({ rf: due.rf, cents: 48_000, receivedOn: today() });
    expect((await account(userId)).invoices[0]).toMatchObject({ id, state: 'paid' });
  });

  it('moves what was paid to the new invoice', async () => {
    const { userId, due } = await createBilled(48_000);
    const id = await acts.reissue(due.invoiceId);
    const { invoices, dues, creditCents, periods } = await account(userId);
    expect(invoices.find((invoice) => invoice.id === id)).toMatchObject({ state: 'paid', openCents: 0 });
    expect([dues, creditCents]).toMatchObject([[{ state: 'paid' }], 0]);
    expect(periods).toMatchObject([{ kind: 'paid' }]);
    const half = await createBilled(20_000);
    await acts.reissue(half.due.invoiceId);
    expect(await account(half.userId)).toMatchObject({ owedCents: 28_000, creditCents: 0, dues: [{ state: 'open' }] });
  });

  it('leaves what the new buyer owes less as credit, which an administrator uses for another due', async () => {
    const { userId, due } = await createBilled(48_000);
    await setParty(userId, 'CH');
    await acts.reissue(due.invoiceId);
    expect(await account(userId)).toMatchObject({ creditCents: 9_290, owedCents: 0 });
    await expect(acts.useCredit(userId, due.id)).rejects.toMatchObject({ code: 'invalid_state' });
    const renewal = await createRenewal(userId);
    await expect(acts.useCredit(userId, renewal)).rejects.toMatchObject({ code: 'credit_too_small' });
    await select(`UPDATE dues SET state = 'expired' WHERE id = $1`, [renewal]);
    await acts.pay({ userId, cents: 3_000, receivedOn: today() });
    expect(await account(userId)).toMatchObject({ creditCents: 12_290 });
    await acts.useCredit(userId, renewal);
    expect(await account(userId)).toMatchObject({
      creditCents: 12_290 - 12_094,
      dues: [{ state: 'paid' }, { state: 'paid' }],
    });
    const other = await createBilled(0);
    await expect(acts.useCredit(userId, other.due.id)).rejects.toMatchObject({ code: 'validation' });
  });

  const createRenewal = (userId: string) =>
    testApp.app.context.db.within(systemScope('billing'), async (tx) => {
      const price = await findPrice(tx, 'doctor.monthly', today());
      if (price === null) throw new Error('The plan has no price.');
      const from = addDays(endOfPeriod(today(), 12), 1);
      const period = { from, to: endOfPeriod(from, 3), dueOn: from };
      const input = { userId, kind: 'renewal' as const, price, ...period };
      return (await createDue(testApp.app.context, tx, portalCause, input)).id;
    });

  it('replaces an invoice once, and neither a credit note nor one that is credited in part', async () => {
    const { userId, due } = await createBilled(0);
    const first = await reissue(due.invoiceId, 'reissue-key-once');
    const again = await reissue(due.invoiceId, 'reissue-key-once');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    expect((await reissue(due.invoiceId, 'reissue-key-twice')).status).toBe(409);
    const { invoices } = await account(userId);
    const note = invoices.find(({ kind }) => kind === 'credit_note');
    expect((await reissue(note?.id ?? '')).status).toBe(409);
    const [{ id: latest = '' } = {}] = invoices;
    await acts.credit(latest, 1_000);
    await expect(acts.reissue(latest)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('mails a document again, and records it', async () => {
    const { userId, due } = await createBilled(0);
    const [{ email }] = await select('SELECT email FROM users WHERE id = $1', [userId]);
    await admin.call(routes.billingCorrections.sendInvoice, { params: { id: due.invoiceId } });
    expect((await testApp.outbox.nextMail(email, 0)).text).toContain('480,00');
    const events = await select(`SELECT details FROM audit_events WHERE event = 'invoice_sent' AND object_id = $1`, [
      due.invoiceId,
    ]);
    expect(events).toEqual([{ details: { user: userId } }]);
  });
});
