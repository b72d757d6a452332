import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../src/domain/authorization/authorize.ts';
import { mint } from '../../../src/domain/authorization/scope.ts';
import type { Client } from '../../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { issueDocument } from '../issue-document.ts';

const party = {
  kind: 'business',
  legalName: 'Σταυρίδου Ιατρική ΙΚΕ',
  vatNumber: 'EL 094014201',
  taxOffice: 'Α΄ Πειραιά',
  address: 'Ακτή Μιαούλη 1',
  city: 'Πειραιάς',
  postalCode: '185 35',
  country: 'GR',
  language: 'el',
} as const;

describe('own billing', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const changeParty = (doctor: DoctorFixture, body: object) =>
    doctor.client.json('PATCH', routes.billing.doctorParty.path, body);
  const errorsOf = async (response: Response) => problem.parse(await response.json()).errors?.map(({ field }) => field);
  const listEvents = async (event: string, userId: string) =>
    (
      await testApp.superuser.query<{ details: unknown }>(
        'SELECT details FROM audit_events WHERE event = $1 AND object_id = $2 ORDER BY id',
        [event, userId],
      )
    ).rows.map(({ details }) => details);

  it('replaces the billing details, and records which fields changed', async () => {
    const doctor = await createDoctor(testApp, admin, 'party');
    const shown = await doctor.client.call(routes.billing.doctorParty, { body: party });
    expect(shown.party).toEqual({
      ...party,
      vatNumber: 'EL094014201',
      vatState: 'unchecked',
      vatCheckedOn: null,
      vatProvedOn: null,
      needsVies: false,
      activity: null,
      email: null,
    });
    const before = (await listEvents('billing_details_changed', doctor.userId)).length;
    await doctor.client.call(routes.billing.doctorParty, { body: party });
    await doctor.client.call(routes.billing.doctorParty, { body: { ...party, city: 'Αθήνα' } });
    expect((await listEvents('billing_details_changed', doctor.userId)).slice(before)).toEqual([{ changed: ['city'] }]);
  });

  it('refuses a VAT number with a wrong digit or of another country, and a business without one', async () => {
    const doctor = await createDoctor(testApp, admin, 'vat');
    for (const change of [{ vatNumber: 'EL094014202' }, { country: 'DE' }, { vatNumber: '' }]) {
      const response = await changeParty(doctor, { ...party, ...change });
      expect(response.status).toBe(400);
      expect(await errorsOf(response)).toEqual(['vatNumber']);
    }
    const person = { ...party, kind: 'person', vatNumber: '' };
    expect((await changeParty(doctor, person)).status).toBe(200);
  });

  it('lists only the own documents by pages, and sends only their files', async () => {
    const doctor = await createDoctor(testApp, admin, 'documents');
    const other = await createDoctor(testApp, admin, 'documents2');
    const issue = () =>
      testApp.app.context.db.within(systemScope('billing'), (tx) => issueDocument(testApp, tx, doctor.userId));
    const { id } = await issue();
    await issue();
    const first = await doctor.client.page(routes.billing.doctorInvoices, { query: { limit: 1 } });
    expect(first.rows).toHaveLength(1);
    const rest = await doctor.client.page(routes.billing.doctorInvoices, { query: { cursor: first.nextCursor ?? '' } });
    const ids = [...first.rows, ...rest.rows].map((invoice) => invoice.id);
    expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(Number(first.total));
    const file = (client: Client) => client.raw('GET', `/api/doctor/invoices/${id}/pdf?language=el`);
    expect(problem.parse(await (await file(doctor.client)).json()).code).toBe('invoice_preparing');
    await testApp.superuser.query(
      `INSERT INTO invoice_files (invoice_id, language, bytes, sha256) VALUES ($1, 'el', '%PDF-1.7', sha256('%PDF-1.7'))`,
      [id],
    );
    const sent = await file(doctor.client);
    expect(sent.headers.get('content-type')).toBe('application/pdf');
    expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename="T-\d{4}-\d{6}\.pdf"$/);
    expect(await sent.text()).toBe('%PDF-1.7');
    expect((await file(other.client)).status).toBe(404);
  });

  it('ends a subscription at its period’s end, and resumes it', async () => {
    const doctor = await createDoctor(testApp, admin, 'leaving');
    await testApp.superuser.query(
      `INSERT INTO subscriptions (user_id, price_id, state, method) VALUES ($1, 'doctor.yearly.1', 'active', 'bank') ON CONFLICT DO NOTHING`,
      [doctor.userId],
    );
    const cancel = (value: boolean) =>
      doctor.client.call(routes.billing.doctorCancellation, { body: { cancel: value } });
    expect(await cancel(true)).toMatchObject({ cancelAtEnd: true, state: 'active', status: 'active' });
    await cancel(true);
    expect((await cancel(false)).cancelAtEnd).toBe(false);
    expect(await listEvents('subscription_cancelled', doctor.userId)).toEqual([{ cancel: true }, { cancel: false }]);
  });

  it('keeps all else of a subscription from its account', async () => {
    const doctor = await createDoctor(testApp, admin, 'guarded');
    await testApp.superuser.query(
      `INSERT INTO subscriptions (user_id, price_id, state, method) VALUES ($1, 'doctor.yearly.1', 'active', 'bank') ON CONFLICT DO NOTHING`,
      [doctor.userId],
    );
    const { rows } = await testApp.superuser.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
      doctor.userId,
    ]);
    const scope = mint.doctor({
      ...{
        kind: 'doctor',
        userId: doctor.userId,
        payerId: doctor.userId,
        doctorId: doctor.id,
        sessionId: rows[0]?.id ?? '',
      },
      ...{
        email: doctor.email,
        language: 'el',
        isVerified: true,
        isSubscribed: true,
        mustChangePassword: false,
        factorSetup: null,
      },
      ...{ passwordAgeSeconds: 0, expiresAt: new Date(0) },
    });
    const change = (values: { state: 'ended' } | { cancel_at_end: boolean }) =>
      testApp.app.context.db.within(scope, (tx) =>
        tx.updateTable('subscriptions').set(values).where('user_id', '=', doctor.userId).executeTakeFirst(),
      );
    expect((await change({ cancel_at_end: true })).numUpdatedRows).toBe(1n);
    await expect(change({ state: 'ended' })).rejects.toThrow(/changes nothing else/);
  });

  it('lists accounts that owe, and books what an administrator saw at the bank', async () => {
    const doctor = await createDoctor(testApp, admin, 'owing');
    const query = { search: doctor.email, state: 'owing' } as const;
    const [account] = await admin.call(routes.billingAdmin.accounts, { query });
    expect(account).toMatchObject({ userId: doctor.userId, state: 'active', owedCents: 48_000 });
    const details = () => admin.call(routes.billingAdmin.accountDetails, { params: { userId: doctor.userId } });
    const [due] = (await details()).dues;
    const body = { rf: due?.rf ?? '', cents: 48_000, receivedOn: account?.dueOn ?? '' };
    const future = await admin.json('POST', routes.billingAdmin.recordPayment.path, body);
    expect(future.status).toBe(400);
    const [invoice] = (await doctor.client.call(routes.doctor.billingOverview, {})).invoices;
    const { id } = await admin.call(routes.billingAdmin.recordPayment, {
      body: { ...body, receivedOn: invoice?.date ?? '' },
    });
    expect(await details()).toMatchObject({
      owedCents: 0,
      payments: [{ id, isUndone: false }],
      invoices: [{ state: 'paid' }],
    });
    expect(await admin.call(routes.billingAdmin.accounts, { query })).toEqual([]);
    await admin.call(routes.billingAdmin.undoPayment, { params: { id }, body: { reason: 'other account' } });
    expect(await details()).toMatchObject({ owedCents: 48_000, payments: [{ isUndone: true }] });
    await admin.call(routes.billingAdmin.writeOff, {
      body: { invoiceId: invoice?.id ?? '', cents: 100, reason: 'fee' },
    });
    await admin.call(routes.billingAdmin.creditInvoice, {
      params: { id: invoice?.id ?? '' },
      body: { cents: 47_900, reason: 'wrong' },
    });
    const all = await admin.call(routes.billingAdmin.invoices, { query: { search: invoice?.number ?? '' } });
    expect(all).toMatchObject([{ id: invoice?.id, openCents: 0, userId: doctor.userId }]);
  });
});
