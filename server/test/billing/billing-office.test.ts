import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { billingAccountDetails } from '@medcloud/contract/shapes/billing/accounts';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../src/domain/billing/dunning/run-dunning.ts';
import { storeMonths } from '../../src/domain/billing/figures/store-months.ts';
import { endOfPeriod } from '../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays } from '../../src/platform/time/days.ts';
import type { Client } from '../harness/client.ts';
import { createCenter, createDoctor, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { openBillingActs } from './administrator.ts';
import { unzipTexts } from './unzip-texts.ts';

const party = {
  kind: 'business',
  legalName: 'Ιατρικό Κέντρο Πειραιά ΑΕ',
  vatNumber: '094014201',
  taxOffice: 'Α΄ Πειραιά',
  address: 'Ακτή Μιαούλη 1',
  city: 'Πειραιάς',
  postalCode: '185 35',
  country: 'GR',
  language: 'el',
} as const;

describe('the office of billing', () => {
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    testApp = await startTestApp();
    admin = await signInAdmin(testApp);
  });
  afterAll(() => testApp.close());

  const today = () => formatDay('Europe/Athens', testApp.clock.now());
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;

  let centers = 0;
  /** Creates a center that has a plan and is not charged. */
  async function createNewCenter(plan: 'basic' | 'enterprise' = 'basic') {
    centers += 1;
    const patient = { firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: `+3069000000${10 + centers}` };
    const center = await createCenter(testApp, admin, { name: `Center ${centers}`, number: centers, ...patient });
    const { medicalCenter } = await admin.call(routes.admin.changeMedicalCenter, {
      params: { id: center.id },
      body: { plan },
    });
    return { ...center, userId: medicalCenter.userId };
  }

  const start = (userId: string, body: { firstDay: string; cents?: number; months?: number }) =>
    admin.json('POST', routes.billingAdmin.startBilling.path.replace('{userId}', userId), body);
  const setParty = (userId: string, change: { legalName?: string } = {}) =>
    admin.call(routes.billingAdmin.accountParty, { params: { userId }, body: { ...party, ...change } });

  it('starts billing a center: period, invoice, mail, and no second time', async () => {
    const center = await createNewCenter();
    expect((await center.client.call(routes.center.dashboard, {})).hasBillingDetails).toBe(false);
    const early = await start(center.userId, { firstDay: today() });
    expect([early.status, problem.parse(await early.json()).code]).toEqual([409, 'billing_details_required']);
    await setParty(center.userId);
    expect((await center.client.call(routes.center.dashboard, {})).hasBillingDetails).toBe(true);
    const past = await start(center.userId, { firstDay: addDays(today(), -1) });
    expect(problem.parse(await past.json()).errors).toMatchObject([{ field: 'firstDay', code: 'day_past' }]);
    const priced = await start(center.userId, { firstDay: today(), cents: 1, months: 3 });
    expect(problem.parse(await priced.json()).errors).toMatchObject([
      { field: 'cents', code: 'price_enterprise_only' },
    ]);
    const started = await start(center.userId, { firstDay: today() });
    const to = endOfPeriod(today(), 3);
    expect(await started.json()).toMatchObject({
      state: 'active',
      owedCents: 54_000,
      dueOn: addDays(today(), 14),
      periods: [{ from: today(), to, kind: 'invoiced' }],
      invoices: [{ grossCents: 54_000, netCents: 43_548, state: 'open' }],
    });
    const mail = await testApp.outbox.nextMail(center.email, 1);
    for (const part of ['540,00', 'GR40 0000', '/medical-center/billing']) expect(mail.text).toContain(part);
    const own = await center.client.call(routes.billing.centerOverview, {});
    expect(own).toMatchObject({ status: 'active', subscriptionEndDate: to, due: { amountCents: 54_000 } });
    expect((await start(center.userId, { firstDay: today() })).status).toBe(409);
  });

  it('says when a center’s subscription ended, also where its period would go on', async () => {
    const { userId } = await createNewCenter();
    await setParty(userId);
    await start(userId, { firstDay: today() });
    const read = async () => await admin.call(routes.billingAdmin.accountDetails, { params: { userId } });
    expect(await read()).toMatchObject({ endedOn: null, periodEnd: endOfPeriod(today(), 3) });
    await select(`UPDATE subscriptions SET state = 'ended', since = $2 WHERE user_id = $1`, [userId, today()]);
    expect(await read()).toMatchObject({ endedOn: today() });
  });

  it('asks for the agreed price of an Enterprise center, and keeps it as its own version', async () => {
    const center = await createNewCenter('enterprise');
    await setParty(center.userId);
    const missing = await start(center.userId, { firstDay: today() });
    expect(problem.parse(await missing.json()).errors).toMatchObject([
      { field: 'cents', code: 'price_agreed_required' },
    ]);
    const started = await start(center.userId, { firstDay: today(), cents: 1_200_000, months: 12 });
    expect(await started.json()).toMatchObject({ periods: [{ to: endOfPeriod(today(), 12) }], owedCents: 1_200_000 });
    expect(
      await select('SELECT version, gross_cents, period_months FROM prices WHERE center_id = $1', [center.id]),
    ).toEqual([{ version: 1, gross_cents: 1_200_000, period_months: 12 }]);
  });

  it('adds the next version of a price from a later day, once, and shows the history', async () => {
    const path = routes.billingPrices.addPrice.path;
    const body = { plan: 'basic', after: 1, from: addDays(today(), 40), grossCents: 60_000, monthCents: 16_667 };
    const add = async (change: object) => {
      const response = await admin.json('POST', path, { ...body, ...change });
      if (response.ok) return [response.status];
      const { code, errors } = problem.parse(await response.json());
      return [response.status, code, ...(errors ?? []).map((error) => `${error.field} ${error.code}`)];
    };
    expect(await add({ from: today() })).toEqual([400, 'validation', 'from day_later']);
    expect(await add({ from: addDays(today(), -1) })).toEqual([400, 'validation', 'from day_later']);
    expect(await add({ from: addDays(today(), 400) })).toEqual([400, 'validation', 'from day_far']);
    for (const grossCents of [0, -1, 480.005, 2 ** 31])
      expect(await add({ grossCents })).toEqual([400, 'validation', 'grossCents amount_invalid']);
    expect(await add({ monthCents: undefined })).toEqual([400, 'validation', 'monthCents required']);
    expect(await add({ months: 12 })).toEqual([400, 'validation', 'months price_enterprise_only']);
    expect(await add({ plan: 'enterprise' })).toEqual([400, 'validation', 'centerId required', 'months required']);
    const agreed = { plan: 'enterprise', months: 12, monthCents: undefined };
    expect(await add({ ...agreed, centerId: 'unknown' })).toEqual([404, 'not_found']);
    expect(await add({ after: 2 })).toEqual([409, 'conflict']);
    const both = await Promise.all([add({}), add({})]);
    expect(both.map(([status]) => status).toSorted()).toEqual([201, 409]);
    expect(await add({ after: 2, from: addDays(today(), 39) })).toEqual([400, 'validation', 'from price_begins_later']);
    expect(await add({ after: 2, grossCents: 59_000 })).toEqual([201]);
    const repeated = { ...body, after: 3, grossCents: 58_000 };
    const once = () => admin.json('POST', path, repeated, { headers: { 'idempotency-key': 'price-4' } });
    const replies = [await once(), await once()];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await replies[1]?.json()).toMatchObject({ id: 'center.basic.4', grossCents: 58_000 });
    const shown = await admin.call(routes.billingPrices.prices, { query: { plan: 'basic' } });
    expect(shown.map(({ id, state, isLatest }) => `${id} ${state} ${isLatest}`)).toEqual([
      'center.basic.4 coming true',
      'center.basic.3 replaced false',
      'center.basic.2 replaced false',
      'center.basic.1 current false',
    ]);
    expect(shown[0]).toMatchObject({ grossCents: 58_000, monthCents: 16_667, periodMonths: 3, center: null });
    expect(
      await select(`SELECT details FROM audit_events WHERE event = 'price_added' ORDER BY id DESC LIMIT 1`, []),
    ).toEqual([{ details: { price: 'center.basic.4', cents: 58_000, from: body.from } }]);
  });

  /** Exports today's books and returns the text of each file. */
  async function exportBooks(language: 'en' | 'el') {
    const response = await admin.raw(
      'GET',
      `${routes.billingAdmin.billingExport.path}?from=${today()}&to=${today()}&language=${language}`,
    );
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return unzipTexts(Buffer.from(await response.arrayBuffer()));
  }

  it('exports books whose sums are the ledger’s, in Greek, and keeps names from being formulas', async () => {
    const center = await createNewCenter();
    await setParty(center.userId, { legalName: '=1+1' });
    const { dues } = billingAccountDetails.parse(await (await start(center.userId, { firstDay: today() })).json());
    const acts = await openBillingActs(testApp);
    await acts.pay({ rf: dues[0]?.rf, cents: 60_000, receivedOn: today(), text: '=1+1; Ελένη' });
    const [invoice] = await select('SELECT id FROM invoices WHERE user_id = $1', [center.userId]);
    await acts.credit(invoice.id, 1_000);
    await waitForJobs(testApp);
    const files = await exportBooks('el');
    expect(Object.keys(files)).toEqual(
      ['invoices', 'lines', 'payments', 'allocations', 'ledger', 'parties', 'fiscal']
        .map((name) => `${name}.csv`)
        .concat('totals.json'),
    );
    expect(files['payments.csv']).toMatch(/^\ufeffPaymentID;/);
    expect(files['payments.csv']).toContain(`;"'=1+1; Ελένη";600,00;EUR`);
    expect(files['parties.csv']).toContain(";'=1+1;094014201;Α΄ Πειραιά;Ακτή Μιαούλη 1;Πειραιάς;185 35;GR");
    expect(files['invoices.csv']).toContain(';435,48;104,52;540,00;');
    const reported = /TEST-\d{4}-\d{6};[\d-]{10};2\.1;file;accepted;;[0-9A-F]{40};;;;\r/;
    expect(files['fiscal.csv']).toMatch(reported);
    const totals = JSON.parse(files['totals.json'] ?? '');
    const [sums] = await select(
      `SELECT sum(gross_cents) FILTER (WHERE kind = 'invoice')::int AS invoiced, sum(gross_cents) FILTER (WHERE kind = 'credit_note')::int AS credited,
        (SELECT sum(cents)::int FROM payments WHERE received_on = $1) AS received FROM invoices WHERE issued_on = $1`,
      [today()],
    );
    expect(totals.ledgerInCents).toMatchObject(sums);
    const digest = createHash('sha256')
      .update(files['ledger.csv'] ?? '')
      .digest('hex');
    expect(totals.files).toContainEqual(expect.objectContaining({ name: 'ledger.csv', sha256: digest }));
    expect((await exportBooks('en'))['invoices.csv']).toContain(',435.48,104.52,540.00,');
    expect(await select(`SELECT count(*)::int FROM audit_events WHERE event = 'billing_exported'`, [])).toEqual([
      { count: 2 },
    ]);
  });

  it('counts what periods bring a month without VAT, what ended, and what is owed by age', async () => {
    const center = await createNewCenter();
    await setParty(center.userId);
    const figures = () =>
      admin.call(routes.billingAdmin.billingFigures, { query: { from: addDays(today(), -70), to: today() } });
    const before = await figures();
    await start(center.userId, { firstDay: today() });
    const after = await figures();
    const [was, is] = [before.months.at(-1), after.months.at(-1)];
    // 540.00 a quarter: 435.48 without VAT, 145.16 a month
    expect([(is?.mrrCents ?? 0) - (was?.mrrCents ?? 0), (is?.accounts ?? 0) - (was?.accounts ?? 0)]).toEqual([
      14_516, 1,
    ]);
    expect(after.owed.days14 - before.owed.days14).toBe(54_000);
    // past months are stored, and forgotten where a period of theirs is added or cut
    await storeMonths(testApp.app.context);
    const storedMonths = () =>
      select(`SELECT to_char(month, 'YYYY-MM') AS month FROM billing_months ORDER BY month`, []);
    expect(await storedMonths()).toHaveLength(60);
    await testApp.superuser.query(`UPDATE billing_months SET accounts = 7`);
    const stored = await figures();
    expect(stored.months.at(-2)?.accounts).toBe(7);
    expect(stored.months.at(-1)).toEqual(after.months.at(-1));
    // a period of the month before last that ended within the last one
    const last = after.months.at(-2)?.month;
    await testApp.superuser.query(
      `INSERT INTO subscription_periods (id, user_id, from_day, to_day, kind, price_id)
       SELECT gen_random_uuid(), $1, ($2 || '-01')::date - 5, ($2 || '-01')::date + 9, 'paid', 'center.basic.1'`,
      [center.userId, last],
    );
    expect((await figures()).months.at(-2)).toMatchObject({
      startAccounts: 1,
      startCents: 14_516,
      endedAccounts: 1,
      endedCents: 14_516,
      accounts: 0,
    });
    expect((await storedMonths()).every(({ month }) => month < (after.months.at(-3)?.month ?? ''))).toBe(true);
    await testApp.superuser.query('DELETE FROM billing_months');
    const computed = await figures();
    await storeMonths(testApp.app.context);
    expect((await figures()).months).toEqual(computed.months);
  });

  it('exports nothing if the files and the ledger differ', async () => {
    // the owner of the tables alone can add a payment without its entry
    await testApp.superuser.query(
      `INSERT INTO payments (id, driver, provider_ref, cents, received_on) VALUES (gen_random_uuid(), 'hand', 'x', 1, '2021-05-05')`,
    );
    const response = await admin.raw('GET', `${routes.billingAdmin.billingExport.path}?from=2021-05-05&to=2021-05-05`);
    expect([response.status, problem.parse(await response.json()).code]).toEqual([409, 'books_unequal']);
  });

  it('raises an alarm for a center that does not pay', async () => {
    const center = await createNewCenter();
    await setParty(center.userId);
    await start(center.userId, { firstDay: today() });
    testApp.advanceClock(15 * 86_400_000);
    await runDunning(testApp.app.context);
    const alarms = `SELECT a.kind, s.state FROM alarms a JOIN medical_centers c ON c.id = a.center_id
      JOIN subscriptions s ON s.user_id = c.user_id WHERE c.user_id = $1`;
    expect(await select(alarms, [center.userId])).toEqual([{ kind: 'center_unpaid', state: 'past_due' }]);
  });

  it('lists the payments of all accounts by day, with what they paid and the sum of the day', async () => {
    admin = await signInAdmin(testApp); // the clock moved
    const doctor = await createDoctor(testApp, admin, 'day-payer');
    testApp.advanceClock(4 * 86_400_000); // no payment is older than its request
    admin = await signInAdmin(testApp);
    await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
    const acts = await openBillingActs(testApp);
    const [due] = await select('SELECT rf FROM dues WHERE user_id = $1', [doctor.userId]);
    const list = async (query: { day?: string; limit?: number; cursor?: string }) =>
      await admin.page(routes.billingAdmin.payments, { query });
    const day = addDays(today(), -3);
    for (const cents of [30_000, 18_000, 100]) await acts.pay({ rf: due.rf, cents, receivedOn: day });
    const { rows } = await list({ day });
    const [invoice] = (await doctor.client.call(routes.doctor.billingOverview, {})).invoices;
    const common = { receivedOn: day, driver: 'hand', userId: doctor.userId, isUndone: false, dispute: null };
    expect(rows.map(({ cents }) => cents)).toEqual([100, 18_000, 30_000]);
    expect(rows[2]).toMatchObject({ ...common, paid: [invoice?.number], dayCents: 48_100 });
    expect(rows[0]?.paid).toEqual([]);
    await acts.undo(rows[0]?.id ?? '');
    const first = await list({ day, limit: 2 });
    expect(first.rows[0]).toMatchObject({ isUndone: true, dayCents: 48_000 });
    expect((await list({ day, cursor: first.nextCursor ?? '' })).rows).toHaveLength(1);
    expect((await list({ day: addDays(day, -1) })).rows).toEqual([]);
    expect((await list({})).rows.map(({ id }) => id)).toContain(rows[2]?.id);
    // a request without an invoice: the payment issues it
    await admin.call(routes.admin.renewDoctorSubscription, {
      body: { userId: doctor.userId, months: 1, charge: true },
    });
    const [asked] = await select(`SELECT rf, gross_cents AS cents FROM dues WHERE user_id = $1 AND state = 'open'`, [
      doctor.userId,
    ]);
    const id = await acts.pay({ rf: asked.rf, cents: asked.cents, receivedOn: today() });
    const [issued] = (await doctor.client.call(routes.doctor.billingOverview, {})).invoices;
    expect(issued?.number).not.toBe(invoice?.number);
    expect((await list({})).rows.find((row) => row.id === id)?.paid).toEqual([issued?.number]);
  });
});
