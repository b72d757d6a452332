import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import { portalCause } from '../../src/domain/billing/cause.ts';
import { createDue } from '../../src/domain/billing/dues/create-due.ts';
import { findPrice } from '../../src/domain/billing/dues/reads.ts';
import { endOfPeriod, extendEnd } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, dayAfter } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin, signupForm } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { openBillingActs } from './administrator.ts';

describe('billing by bank transfer', () => {
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
  const billing = (doctor: DoctorFixture) => doctor.client.call(routes.doctor.billingOverview, {});
  const dueOf = async ({ userId }: DoctorFixture, kind = 'first') =>
    (
      await select('SELECT id, rf, state, invoice_id AS "invoiceId" FROM dues WHERE user_id = $1 AND kind = $2', [
        userId,
        kind,
      ])
    )[0];
  const periodsOf = async ({ userId }: Pick<DoctorFixture, 'userId'>) =>
    (
      await select(
        'SELECT kind, from_day AS "from", to_day AS "to" FROM subscription_periods WHERE user_id = $1 AND cut_on IS NULL ORDER BY from_day',
        [userId],
      )
    ).map(({ kind, from, to }) => [kind, from, to]);
  const openOf = async (invoiceId: string) =>
    (
      await select('SELECT coalesce(sum(cents), 0)::int AS cents FROM ledger_postings WHERE invoice_id = $1', [
        invoiceId,
      ])
    )[0].cents;
  const creditOf = async ({ userId }: DoctorFixture) =>
    (
      await select(
        `SELECT coalesce(-sum(cents), 0)::int AS cents FROM ledger_postings WHERE user_id = $1 AND account = 'unallocated'`,
        [userId],
      )
    )[0].cents;
  const pay = async (doctor: DoctorFixture, cents: number, kind = 'first') =>
    await acts.pay({ rf: (await dueOf(doctor, kind)).rf, cents, receivedOn: today(), text: 'Σταυρίδου' });

  /** Makes a doctor owe three more months after the first year. */
  const createRenewal = ({ userId }: DoctorFixture) =>
    testApp.app.context.db.within(systemScope('billing'), async (tx) => {
      const price = await findPrice(tx, 'doctor.monthly', today());
      if (price === null) throw new Error('The plan has no price.');
      const end = endOfPeriod(today(), 12);
      const from = dayAfter(end);
      const due = { userId, kind: 'renewal' as const, price, from, to: endOfPeriod(from, 3), dueOn: end };
      await createDue(testApp.app.context, tx, portalCause, due);
    });

  it('starts the period, issues the invoice and mails how to pay it, when a doctor is approved', async () => {
    const doctor = await createDoctor(testApp, admin, 'billed');
    const to = endOfPeriod(today(), 12);
    const due = await dueOf(doctor);
    expect(due).toMatchObject({ state: 'open', rf: expect.stringMatching(/^RF\d{12}$/) });
    expect(await periodsOf(doctor)).toEqual([['invoiced', today(), to]]);
    const { invoices, status } = await billing(doctor);
    expect(status).toBe('active');
    expect(invoices).toMatchObject([
      {
        number: expect.stringMatching(/^TEST-\d{4}-\d{6}$/),
        date: today(),
        dueDate: addDays(today(), 14),
        amount: 480,
        status: 'pending',
      },
    ]);
    const [row] = await select(
      'SELECT net_cents, vat_cents, gross_cents, tax_case, buyer, seller, rf FROM invoices WHERE id = $1',
      [due.invoiceId],
    );
    expect(row).toMatchObject({
      net_cents: 38_710,
      vat_cents: 9_290,
      gross_cents: 48_000,
      tax_case: 'home_person',
      rf: due.rf,
    });
    expect(row.buyer).toMatchObject({
      kind: 'person',
      legalName: 'Ελένη Σταυρίδου billed',
      city: 'Πειραιάς',
      country: 'GR',
    });
    expect(row.seller).toMatchObject({ legalName: 'MedCloud Evaluation' });
    const mail = await testApp.outbox.nextMail(doctor.email, 0);
    for (const part of [invoices[0]?.number, '480,00', 'GR40 0000', due.rf.slice(-2), '/doctor/billing'])
      expect(mail.text).toContain(part);
    expect(
      await select(`SELECT event FROM audit_events WHERE details ->> 'user' = $1 OR object_id = $2 ORDER BY id`, [
        doctor.userId,
        doctor.id,
      ]),
    ).toMatchObject([
      { event: 'account_created' },
      { event: 'due_made' },
      { event: 'invoice_issued' },
      { event: 'account_approved' },
    ]);
  });

  it('starts a free trial where an administrator gives days, and says what follows', async () => {
    const doctor = await createDoctor(testApp, admin, 'trying', 30);
    const last = addDays(today(), 29);
    expect(await periodsOf(doctor)).toEqual([['trial', today(), last]]);
    expect(await billing(doctor)).toMatchObject({
      ...{ state: 'trialing', status: 'active', due: null, invoices: [] },
      ...{ subscriptionEndDate: last, nextBilling: last, nextAmountCents: 48_000 },
    });
    const mail = await testApp.outbox.nextMail(doctor.email, 0);
    expect(mail.text).toContain('Η δωρεάν δοκιμή σας διαρκεί έως ');
    expect(mail.text).toMatch(/480,00\s€/);
    expect(mail.text).not.toContain('IBAN');
    const late = admin.call(routes.admin.approveDoctor, { params: { id: doctor.id }, body: { trialDays: 91 } });
    await expect(late).rejects.toMatchObject({ code: 'validation' });
  });

  it('issues one invoice if two administrators approve at once', async () => {
    const doctor = await createDoctor(testApp, admin, 'unverified');
    const approve = () => admin.call(routes.admin.approveDoctor, { params: { id: doctor.id } });
    await Promise.all([approve(), approve(), approve()]);
    expect((await billing(doctor)).invoices).toHaveLength(1);
    expect(await periodsOf(doctor)).toHaveLength(1);
  });

  it('charges nothing for a period that an administrator set before the approval', async () => {
    const form = signupForm('early');
    await testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
    const pending = await admin.call(routes.admin.pendingDoctors, {});
    const { id = '', userId = '' } = pending.find(({ user }) => user.email === form.email) ?? {};
    const end = addDays(today(), 30);
    const body = { userId, startDate: today(), endDate: end, status: 'active' as const };
    await admin.call(routes.admin.updateSubscription, { body });
    await admin.call(routes.admin.approveDoctor, { params: { id } });
    expect(await select('SELECT FROM dues WHERE user_id = $1', [userId])).toEqual([]);
    await admin.call(routes.admin.renewDoctorSubscription, { body: { userId, months: 1 } });
    expect(await periodsOf({ userId })).toEqual([
      ['manual', today(), end],
      ['granted', dayAfter(end), extendEnd({ start: today(), end }, 1)],
    ]);
    await admin.call(routes.admin.updateSubscription, { body: { ...body, endDate: today(), status: 'inactive' } });
    expect(await periodsOf({ userId })).toEqual([]);
  });

  it('asks for months that an administrator charges, which begin with the payment', async () => {
    const doctor = await createDoctor(testApp, admin, 'charged');
    const renew = (months: 1 | 6) =>
      admin.call(routes.admin.renewDoctorSubscription, { body: { userId: doctor.userId, months, charge: true } });
    await expect(renew(6)).rejects.toMatchObject({ code: 'invoice_unpaid' });
    await pay(doctor, 48_000);
    await renew(1);
    await renew(6);
    const end = endOfPeriod(today(), 12);
    expect(await periodsOf(doctor)).toEqual([['paid', today(), end]]);
    expect((await billing(doctor)).due).toMatchObject({ amountCents: 24_000, from: dayAfter(end), dueOn: end });
    const account = await admin.call(routes.billingAdmin.accountDetails, { params: { userId: doctor.userId } });
    expect(account).toMatchObject({ paidUntil: end, owedCents: 24_000 });
    expect(account.charges).toContainEqual({ months: 3, cents: 12_000 });
    expect(account.dues.map(({ state }) => state).toSorted()).toEqual(['open', 'paid', 'withdrawn']);
    expect(account.nextStep).toEqual({ on: addDays(end, -7), step: 'soon' });
    await acts.pay({ userId: doctor.userId, cents: 24_000, receivedOn: today() });
    expect((await periodsOf(doctor))[1]).toEqual(['paid', dayAfter(end), endOfPeriod(dayAfter(end), 6)]);
    const [line] = await select(
      'SELECT l.text_en AS text, l.gross_cents AS cents FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id WHERE i.user_id = $1 ORDER BY i.number DESC LIMIT 1',
      [doctor.userId],
    );
    expect(line).toEqual({ text: 'MedCloud subscription, 6 months', cents: 24_000 });
  });

  it('opens access of a lapsed doctor with the payment of charged months', async () => {
    const doctor = await createDoctor(testApp, admin, 'lapsedpaying');
    await pay(doctor, 48_000);
    const { userId } = doctor;
    const past = { userId, startDate: addDays(today(), -9), endDate: addDays(today(), -1), status: 'active' as const };
    await admin.call(routes.admin.updateSubscription, { body: past });
    const { user } = await admin.call(routes.admin.renewDoctorSubscription, {
      body: { userId, months: 3, charge: true },
    });
    expect(user.subscriptionStatus).toBe('expired');
    expect(await billing(doctor)).toMatchObject({
      state: 'awaiting',
      due: { amountCents: 12_000, from: today(), dueOn: addDays(today(), 14) },
    });
    await pay(doctor, 12_000, 'renewal');
    expect(await billing(doctor)).toMatchObject({
      ...{ state: 'active', status: 'active', due: null, subscriptionEndDate: endOfPeriod(today(), 3) },
    });
  });

  it('pays an invoice in parts, and keeps what is too much as credit', async () => {
    const doctor = await createDoctor(testApp, admin, 'parts');
    const { invoiceId } = await dueOf(doctor);
    await pay(doctor, 20_000);
    expect(await openOf(invoiceId)).toBe(28_000);
    expect(await dueOf(doctor)).toMatchObject({ state: 'open' });
    await pay(doctor, 30_000);
    expect([await openOf(invoiceId), await creditOf(doctor)]).toEqual([0, 2_000]);
    expect(await dueOf(doctor)).toMatchObject({ state: 'paid' });
    expect((await periodsOf(doctor))[0]?.[0]).toBe('paid');
    expect((await billing(doctor)).invoices).toMatchObject([{ status: 'paid' }]);
  });

  it('opens the invoice again when its payment is undone, once', async () => {
    const doctor = await createDoctor(testApp, admin, 'undone');
    const { invoiceId } = await dueOf(doctor);
    const [first, second] = [await pay(doctor, 48_000), await pay(doctor, 1_000)];
    await acts.undo(first);
    expect([await openOf(invoiceId), await creditOf(doctor)]).toEqual([47_000, 0]);
    expect(await dueOf(doctor)).toMatchObject({ state: 'open' });
    expect((await periodsOf(doctor))[0]?.[0]).toBe('invoiced');
    await expect(acts.undo(first)).rejects.toThrow('invalid_state');
    await acts.undo(second);
    expect([await openOf(invoiceId), await creditOf(doctor)]).toEqual([48_000, 0]);
    await expect(acts.undo('01990000-0000-7000-8000-000000000001')).rejects.toThrow('not_found');
  });

  it('credits an invoice up to its amount, and frees what was paid of it', async () => {
    const doctor = await createDoctor(testApp, admin, 'credited');
    const { invoiceId } = await dueOf(doctor);
    await pay(doctor, 40_000);
    const note = await acts.credit(invoiceId, 10_001);
    expect([await openOf(invoiceId), await creditOf(doctor)]).toEqual([0, 2_001]);
    await expect(acts.credit(invoiceId, 38_000)).rejects.toThrow('too_much');
    await expect(acts.credit(note, 1)).rejects.toThrow('invalid_state');
    await acts.credit(invoiceId, 37_999);
    expect(await creditOf(doctor)).toBe(40_000);
    const sums = await select(
      'SELECT kind, sum(net_cents)::int AS net, sum(vat_cents)::int AS vat FROM invoices WHERE user_id = $1 GROUP BY kind ORDER BY kind DESC',
      [doctor.userId],
    );
    expect(sums).toEqual([
      { kind: 'invoice', net: 38_710, vat: 9_290 },
      { kind: 'credit_note', net: 38_710, vat: 9_290 },
    ]);
  });

  it('gives up at most 5.00 euros of an invoice', async () => {
    const doctor = await createDoctor(testApp, admin, 'fees');
    const { invoiceId } = await dueOf(doctor);
    await pay(doctor, 47_700);
    await expect(acts.writeOff(invoiceId, 301)).rejects.toThrow('too_much');
    await acts.writeOff(invoiceId, 100);
    await acts.writeOff(invoiceId, 200);
    expect(await openOf(invoiceId)).toBe(0);
    expect(await dueOf(doctor)).toMatchObject({ state: 'paid' });
    const other = await createDoctor(testApp, admin, 'fees2');
    const { invoiceId: unpaid } = await dueOf(other);
    await acts.writeOff(unpaid, 400);
    await expect(acts.writeOff(unpaid, 101)).rejects.toThrow('write_off_limit');
  });

  it('issues the invoice of a renewal with its payment, and continues the period', async () => {
    const doctor = await createDoctor(testApp, admin, 'renewed');
    await pay(doctor, 48_000);
    const end = endOfPeriod(today(), 12);
    await createRenewal(doctor);
    await pay(doctor, 14_996, 'renewal');
    expect(await dueOf(doctor, 'renewal')).toMatchObject({ state: 'open', invoiceId: null });
    expect(await creditOf(doctor)).toBe(14_996);
    await pay(doctor, 1, 'renewal');
    expect(await dueOf(doctor, 'renewal')).toMatchObject({ state: 'paid', invoiceId: expect.any(String) });
    expect(await creditOf(doctor)).toBe(0);
    const { invoices, subscriptionEndDate } = await billing(doctor);
    const { subject, text } = await testApp.outbox.nextMail(doctor.email, 3); // after two receipts
    expect(subject).toContain(invoices[0]?.number);
    expect(text).toMatch(/149,97.*\/doctor\/billing/s);
    expect(invoices.map(({ status, amount }) => [status, amount])).toEqual([
      ['paid', 149.97],
      ['paid', 480],
    ]);
    expect(subscriptionEndDate).toBe(endOfPeriod(dayAfter(end), 3));
    expect((await periodsOf(doctor)).map(([kind, , to]) => [kind, to])).toEqual([
      ['paid', end],
      ['paid', subscriptionEndDate],
    ]);
  });

  it('pays what the reference names before an older invoice', async () => {
    const doctor = await createDoctor(testApp, admin, 'named');
    await createRenewal(doctor);
    await pay(doctor, 14_997, 'renewal');
    expect(await dueOf(doctor, 'renewal')).toMatchObject({ state: 'paid' });
    expect(await openOf((await dueOf(doctor)).invoiceId)).toBe(48_000);
  });

  it('rejects an unknown reference, a wrong digit, a future day and an unknown account', async () => {
    const doctor = await createDoctor(testApp, admin, 'rejected');
    const { rf } = await dueOf(doctor);
    const payment = { cents: 100, receivedOn: today() };
    const wrong = `${rf.slice(0, -1)}${(Number(rf.slice(-1)) + 1) % 10}`;
    for (const each of [{ rf: wrong }, { rf: 'RF180000000000' }, { rf, receivedOn: dayAfter(today()) }])
      await expect(acts.pay({ ...payment, ...each }), JSON.stringify(each)).rejects.toMatchObject({
        code: 'validation',
      });
    await expect(acts.pay({ ...payment, userId: doctor.id })).rejects.toThrow('not_found');
    await acts.pay({ ...payment, userId: doctor.userId });
    await acts.pay({ ...payment, rf: `${rf.slice(0, 4)} ${rf.slice(4)}`.replace('RF', 'ρφ') });
    expect(await openOf((await dueOf(doctor)).invoiceId)).toBe(47_800);
  });
});
