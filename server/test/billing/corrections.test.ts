import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
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

  it('replaces what is left of an invoice that was credited in part, by the same part of the price', async () => {
    const { userId, due } = await createBilled(0);
    await acts.credit(due.invoiceId, 4_800);
    await setParty(userId, 'CH');
    const abroad = await acts.reissue(due.invoiceId);
    const first = await account(userId);
    expect(first.invoices).toMatchObject([
      { id: abroad, grossCents: 34_839, netCents: 34_839, openCents: 34_839, creditedCents: 0 },
      { kind: 'credit_note', grossCents: 43_200 },
      { kind: 'credit_note', grossCents: 4_800 },
      { id: due.invoiceId, state: 'credited', openCents: 0, creditedCents: 48_000 },
    ]);
    expect([first.dues, first.owedCents]).toMatchObject([[{ rf: due.rf, openCents: 34_839 }], 34_839]);
    await setParty(userId, 'GR');
    const home = await acts.reissue(abroad);
    expect((await account(userId)).invoices[0]).toMatchObject({ id: home, grossCents: 43_200, openCents: 43_200 });
    await acts.pay({ rf: due.rf, cents: 43_200, receivedOn: today() });
    expect(await account(userId)).toMatchObject({ owedCents: 0, creditCents: 0, periods: [{ kind: 'paid' }] });
  });

  it('moves to the new invoice what a refund in part left of the payment', async () => {
    const { userId, due } = await createBilled(48_000);
    const body = { cents: 10_000, reason: 'Λιγότερα', refund: 'bank' as const };
    await admin.call(routes.billingAdmin.creditInvoice, { params: { id: due.invoiceId }, body });
    const id = await acts.reissue(due.invoiceId);
    expect(await account(userId)).toMatchObject({
      invoices: [{ id, state: 'paid', grossCents: 38_000 }, { grossCents: 38_000 }, { grossCents: 10_000 }, {}],
      ...{ owedCents: 0, creditCents: 0, dues: [{ state: 'paid' }], periods: [{ kind: 'paid' }] },
    });
    const [{ cents }] = await select(
      `SELECT sum(cents)::int AS cents FROM ledger_postings WHERE user_id = $1 AND account = 'refunds_owed'`,
      [userId],
    );
    expect(cents).toBe(-10_000);
  });

  it('replaces an invoice of which the unpaid part was credited, also by a dearer one', async () => {
    const { userId, due } = await createBilled(0);
    await setParty(userId, 'CH');
    const abroad = await acts.reissue(due.invoiceId);
    await acts.pay({ userId, cents: 20_000, receivedOn: today() });
    await acts.credit(abroad, 38_710 - 20_000);
    expect(await account(userId)).toMatchObject({ owedCents: 0, dues: [{ state: 'withdrawn' }] });
    await setParty(userId, 'GR');
    const id = await acts.reissue(abroad);
    // 480.00 times 200.00 of 387.10
    expect(await account(userId)).toMatchObject({
      invoices: [{ id, grossCents: 24_800, openCents: 4_800 }, {}, {}, {}, {}, {}],
      ...{ owedCents: 4_800, dues: [{ state: 'open', openCents: 4_800 }] },
    });
  });

  it('credits no money that was written off and never came, and gives none of it back', async () => {
    const unpaid = await createBilled(0);
    await acts.writeOff(unpaid.due.invoiceId, 500);
    await acts.credit(unpaid.due.invoiceId, 48_000);
    expect(await account(unpaid.userId)).toMatchObject({ owedCents: 0, creditCents: 0 });
    const { userId, due } = await createBilled(47_501);
    await acts.writeOff(due.invoiceId, 499);
    const params = { id: due.invoiceId };
    const body = { cents: 48_000, reason: 'Τέλος', refund: 'bank' as const };
    await expect(admin.call(routes.billingAdmin.creditInvoice, { params, body })).rejects.toMatchObject({
      code: 'too_much',
    });
    const { cents: _, ...rest } = body;
    await admin.call(routes.billingAdmin.creditInvoice, { params, body: { ...rest, cents: 47_501 } });
    await acts.credit(due.invoiceId, 499);
    const balances = await select(
      `SELECT account, sum(cents)::int AS cents FROM ledger_postings WHERE user_id = $1 GROUP BY 1 HAVING sum(cents) <> 0 ORDER BY 1`,
      [userId],
    );
    expect(balances).toEqual([
      { account: 'bank', cents: 47_501 },
      { account: 'refunds_owed', cents: -47_501 },
    ]);
  });

  it('does not ask again for what was written off of an invoice that is replaced', async () => {
    const { userId, due } = await createBilled(47_501);
    await acts.writeOff(due.invoiceId, 499);
    const id = await acts.reissue(due.invoiceId);
    expect(await account(userId)).toMatchObject({
      invoices: [{ id, state: 'paid', openCents: 0 }, {}, {}],
      ...{ owedCents: 0, creditCents: 0, dues: [{ state: 'paid' }], periods: [{ kind: 'paid' }] },
    });
    await setParty(userId, 'CH');
    await acts.reissue(id);
    // 475.01 paid 387.10
    expect(await account(userId)).toMatchObject({ owedCents: 0, creditCents: 47_501 - 38_710 });
  });

  it('replaces an invoice once, and neither a credit note nor one of which all is credited', async () => {
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
    await acts.credit(latest, 48_000);
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
