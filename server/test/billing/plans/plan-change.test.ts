import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceRequest } from '../../../src/domain/billing/subscriptions/requests/replace-request.ts';
import { endOfPeriod } from '../../../src/domain/billing/subscriptions/subscription-period.ts';
import { addDays, countDays, dayAfter } from '../../../src/platform/time/days.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { openBillingActs } from '../administrator.ts';
import { openCenterActs } from './charged-centers.ts';

describe('a center’s own change of plan', () => {
  let testApp: TestApp;
  let acts: ReturnType<typeof openCenterActs>;
  beforeAll(async () => {
    testApp = await startTestApp();
    testApp.clock.freeze();
    acts = openCenterActs(testApp);
  });
  afterAll(() => testApp.close());

  const { centerPlan } = routes.billing;
  /** The difference of a quarter, for the days from today to its end. */
  const differenceOf = (from: string, to: string) =>
    Math.round((126_000 * countDays(acts.today(), to)) / countDays(from, to));

  it('raises the storage at once for 14 days, and plan and price with the payment', async () => {
    const center = await acts.createChargedCenter();
    const from = acts.today();
    const to = endOfPeriod(from, 3);
    await acts.waitDays(10);
    const { planChange } = await acts.overview(center);
    const cents = differenceOf(from, to);
    expect(planChange).toMatchObject({
      hindrance: null,
      pending: null,
      options: [{ plan: 'premium', todayCents: cents, until: to, grossCents: 180_000, raisesNow: true }],
    });
    const due = await acts.choose(center, 'premium');
    const dueOn = addDays(acts.today(), 14);
    expect(due).toMatchObject({ amountCents: cents, dueOn, from: acts.today(), to });
    expect(await acts.planOf(center)).toBe('basic 2048');
    expect(await acts.overview(center)).toMatchObject({
      plan: 'basic',
      due: null,
      planChange: { pending: { plan: 'premium', from: null, storageUntil: dueOn, due: { amountCents: cents } } },
    });
    expect((await acts.accountOf(center)).nextStep).toEqual({ on: addDays(dueOn, -4), step: 'upgrade_soon' });
    const mail = await acts.findMail(center, 'Επιλέξατε το πακέτο Premium');
    for (const part of ['GR40 0000', 'έχετε ήδη', '/medical-center/billing']) expect(mail).toContain(part);

    await acts.waitDays(2);
    await acts.pay(center, 'upgrade');
    expect(await acts.planOf(center)).toBe('premium 2048');
    const after = await acts.overview(center);
    expect(after).toMatchObject({
      ...{ plan: 'premium', quarterCents: 180_000, nextAmountCents: 180_000, nextBilling: to },
      planChange: { pending: null, options: [{ plan: 'basic', todayCents: null }] },
    });
    const [invoice] = after.invoices;
    expect(invoice).toMatchObject({ grossCents: cents, state: 'paid', to });
    const [line] = await acts.select('SELECT text_en FROM invoice_lines WHERE invoice_id = $1', [invoice?.id]);
    expect(line.text_en).toBe('MedCloud subscription for a medical center, change to the Premium plan');
    const periods = await acts.select(
      `SELECT price_id AS price, from_day AS "from", to_day AS "to", kind FROM subscription_periods WHERE user_id = $1 AND cut_on IS NULL`,
      [center.userId],
    );
    expect(periods).toEqual([{ price: 'center.premium.1', from: acts.today(), to, kind: 'paid' }]);
    const events = await acts.select(
      `SELECT actor_kind AS actor, details FROM audit_events WHERE event = 'plan_changed' AND object_id = $1 ORDER BY id`,
      [center.userId],
    );
    expect(events).toEqual([
      { actor: 'center', details: { before: 'basic', wanted: 'premium' } },
      { actor: 'system', details: { before: 'basic', after: 'premium' } },
    ]);
    // the next period is asked for at the plan's price
    await acts.waitDays(countDays(acts.today(), to) - 21);
    expect((await acts.duesOf(center)).at(-1)).toBe('renewal center.premium.1 180000 open');
  });

  it('asks once for a key and a choice, and not without a key or for another plan', async () => {
    const center = await acts.createChargedCenter();
    const missing = await acts.send(center, 'premium', null);
    expect([missing.status, problem.parse(await missing.json()).code]).toEqual([400, 'malformed']);
    for (const plan of ['enterprise', 'gold', '']) expect((await acts.send(center, plan)).status).toBe(400);
    const key = randomUUID();
    const [first, second] = await Promise.all([
      acts.choose(center, 'premium', key),
      acts.choose(center, 'premium', key),
    ]);
    expect(second).toEqual(first);
    expect(await acts.choose(center, 'premium')).toEqual(first);
    expect((await acts.duesOf(center)).filter((due) => due.startsWith('upgrade'))).toHaveLength(1);
    const other = await center.client.json(
      'POST',
      centerPlan.path,
      { plan: 'basic' },
      { headers: { 'idempotency-key': key } },
    );
    expect(problem.parse(await other.json()).code).toBe('idempotency_mismatch');
  });

  it('lapses unpaid with no loss of the plan; late money pays it, and a next request raises nothing before its payment', async () => {
    const center = await acts.createChargedCenter();
    const end = (await acts.overview(center)).subscriptionEndDate;
    await acts.choose(center, 'premium');
    await acts.waitDays(9);
    await acts.waitDays(1);
    await acts.waitDays(4);
    expect(await acts.planOf(center)).toBe('basic 2048');
    await acts.waitDays(1, 8);
    expect(await acts.planOf(center)).toBe('basic 2048');
    await acts.waitDays(0);
    expect(await acts.planOf(center)).toBe('basic 500');
    expect(await acts.mailsOf(center)).toEqual(['request', 'soon', 'ended']);
    const after = await acts.overview(center);
    expect(after).toMatchObject({
      ...{ plan: 'basic', state: 'active', subscriptionEndDate: end, due: null },
      planChange: { pending: null, options: [{ raisesNow: false }] },
    });
    expect((await acts.accountOf(center)).owedCents).toBe(0);
    // asked again: no storage before the payment
    await acts.choose(center, 'premium');
    expect(await acts.planOf(center)).toBe('basic 500');
    expect(await acts.choose(center, 'basic')).toBeNull();
    expect(await acts.planOf(center)).toBe('basic 500');

    const late = await acts.createChargedCenter();
    await acts.choose(late, 'premium');
    await acts.waitDays(15);
    expect(await acts.planOf(late)).toBe('basic 500');
    await acts.pay(late, 'upgrade');
    expect(await acts.planOf(late)).toBe('premium 2048');
    expect((await acts.accountOf(late)).creditCents).toBe(0);
  });

  it('lowers after the days that are paid for, at the plan’s price from then on', async () => {
    const center = await acts.createChargedCenter('premium');
    const to = endOfPeriod(acts.today(), 3);
    await acts.store(center, 501);
    expect(await acts.choose(center, 'basic')).toBe('over_quota');
    await acts.store(center, 500);
    expect(await acts.choose(center, 'basic')).toBeNull();
    expect(await acts.planOf(center)).toBe('premium 2048');
    expect(await acts.overview(center)).toMatchObject({
      ...{ plan: 'premium', quarterCents: 180_000, nextAmountCents: 54_000 },
      planChange: { pending: { plan: 'basic', from: dayAfter(to), due: null } },
    });
    expect((await acts.accountOf(center)).nextStep).toEqual({ on: addDays(to, -21), step: 'ask' });
    // taken back, and chosen again while the next period is asked for
    expect(await acts.choose(center, 'premium')).toBeNull();
    expect((await acts.overview(center)).planChange.pending).toBeNull();
    await acts.waitDays(countDays(acts.today(), to) - 20);
    await acts.signIn(center);
    await acts.choose(center, 'basic');
    expect((await acts.duesOf(center)).slice(1)).toEqual([
      'renewal center.premium.1 180000 withdrawn',
      'renewal center.basic.1 54000 open',
    ]);
    await acts.pay(center, 'renewal');
    expect(await acts.planOf(center)).toBe('premium 2048');
    expect((await acts.accountOf(center)).nextStep).toEqual({ on: dayAfter(to), step: 'next_plan' });
    await acts.waitDays(19);
    expect(acts.today()).toBe(to);
    expect(await acts.planOf(center)).toBe('premium 2048');
    await acts.waitDays(1, 1);
    expect(await acts.planOf(center)).toBe('basic 500');
    expect(await acts.overview(center)).toMatchObject({
      plan: 'basic',
      quarterCents: 54_000,
      planChange: { pending: null },
    });
  });

  it('charges the next period again for a higher plan that is chosen after it was paid at less', async () => {
    const center = await acts.createChargedCenter('premium');
    const to = endOfPeriod(acts.today(), 3);
    await acts.choose(center, 'basic');
    await acts.waitDays(countDays(acts.today(), to) - 20);
    await acts.pay(center, 'renewal');
    await acts.signIn(center);
    const due = await acts.choose(center, 'premium');
    expect(due).toMatchObject({ amountCents: 126_000, from: dayAfter(to) });
    expect((await acts.overview(center)).planChange.pending).toMatchObject({ plan: 'premium', storageUntil: null });
    await acts.pay(center, 'upgrade');
    expect((await acts.overview(center)).planChange.pending).toBeNull();
    await acts.waitDays(25);
    expect(await acts.planOf(center)).toBe('premium 2048');
  });

  it('keeps the plan if more is stored when the lower one begins, and asks for the difference if it is paid', async () => {
    const [unpaid, paid] = [await acts.createChargedCenter('premium'), await acts.createChargedCenter('premium')];
    const to = endOfPeriod(acts.today(), 3);
    await acts.choose(unpaid, 'basic');
    await acts.choose(paid, 'basic');
    await acts.waitDays(countDays(acts.today(), to) - 20);
    await acts.pay(paid, 'renewal');
    await acts.store(unpaid, 700);
    await acts.store(paid, 700);
    await acts.waitDays(20);
    await replaceRequest(testApp.app.context, unpaid.userId);
    expect(await acts.planOf(unpaid)).toBe('premium 2048');
    expect((await acts.duesOf(unpaid)).slice(1)).toEqual([
      'renewal center.basic.1 54000 withdrawn',
      'renewal center.premium.1 180000 open',
    ]);
    await acts.findMail(unpaid, 'διατηρείτε το πακέτο Premium');
    await acts.findMail(paid, 'ξεκίνησε το μικρότερο πακέτο σας');
    expect(await acts.planOf(paid)).toBe('basic 2048');
    expect((await acts.overview(paid)).planChange.pending).toMatchObject({
      plan: 'premium',
      due: { amountCents: 126_000, dueOn: addDays(acts.today(), 14) },
    });
    await acts.waitDays(15);
    expect(await acts.planOf(paid)).toBe('basic 500');
    expect((await acts.accountOf(paid)).owedCents).toBe(0);
  });

  it('replaces the request for the next period once the upgrade is paid, and asks for both if that was paid first', async () => {
    const [first, second] = [await acts.createChargedCenter(), await acts.createChargedCenter()];
    const from = acts.today();
    const to = endOfPeriod(from, 3);
    await acts.waitDays(countDays(acts.today(), to) - 16);
    for (const center of [first, second]) {
      await acts.signIn(center);
      expect(await acts.choose(center, 'premium')).toMatchObject({ amountCents: differenceOf(from, to), to });
      // the period is shown as what is to be paid, the upgrade with the plan
      expect((await acts.overview(center)).due).toMatchObject({ amountCents: 54_000, from: dayAfter(to) });
    }
    await acts.pay(first, 'upgrade');
    await acts.waitDays(0);
    expect((await acts.duesOf(first)).slice(1)).toEqual([
      'renewal center.basic.1 54000 withdrawn',
      `upgrade center.premium.1 ${differenceOf(from, to)} paid`,
      'renewal center.premium.1 180000 open',
    ]);
    await acts.pay(second, 'renewal');
    const both = differenceOf(from, to) + 126_000;
    expect((await acts.duesOf(second)).slice(1)).toEqual([
      'renewal center.basic.1 54000 paid',
      `upgrade center.premium.1 ${differenceOf(from, to)} withdrawn`,
      `upgrade center.premium.1 ${both} open`,
    ]);
    expect(await acts.planOf(second)).toBe('basic 2048');
    await acts.pay(second, 'upgrade');
    await acts.waitDays(30);
    expect(await acts.planOf(second)).toBe('premium 2048');
    expect((await acts.overview(second)).quarterCents).toBe(180_000);
  });

  it('pays an upgrade with the account’s credit, and before the next period', async () => {
    const center = await acts.createChargedCenter();
    await acts.pay(center, 'first', 200_000);
    expect(await acts.choose(center, 'premium')).toBeNull();
    expect(await acts.planOf(center)).toBe('premium 2048');
    expect((await acts.accountOf(center)).creditCents).toBe(74_000);
  });

  it('owes the invoice of an upgrade whose payment is undone, and keeps the plan', async () => {
    const center = await acts.createChargedCenter();
    const from = acts.today();
    await acts.waitDays(1);
    await acts.signIn(center);
    const cents = differenceOf(from, endOfPeriod(from, 3));
    await acts.choose(center, 'premium');
    const payment = await acts.pay(center, 'upgrade');
    await acts.getAdmin();
    await (await openBillingActs(testApp)).undo(payment);
    expect(await acts.overview(center)).toMatchObject({ plan: 'premium', due: { amountCents: cents } });
    await acts.waitDays(15);
    expect(await acts.overview(center)).toMatchObject({ state: 'past_due', plan: 'premium' });
    expect(await acts.choose(center, 'basic')).toBe('payment_overdue');
    await acts.pay(center, 'upgrade');
    expect(await acts.overview(center)).toMatchObject({ state: 'active', plan: 'premium', due: null });
    expect((await acts.duesOf(center)).at(-1)).toBe(`upgrade center.premium.1 ${cents} paid`);
  });

  it('replaces the invoice of an upgrade without changing the plan again', async () => {
    const center = await acts.createChargedCenter();
    await acts.choose(center, 'premium');
    await acts.pay(center, 'upgrade');
    const invoice = (await acts.overview(center)).invoices.find(({ grossCents }) => grossCents === 126_000);
    await acts.getAdmin();
    await (await openBillingActs(testApp)).reissue(invoice?.id ?? '');
    const { invoices } = await acts.overview(center);
    const documents = invoices
      .filter(({ grossCents }) => grossCents === 126_000)
      .map(({ kind, state }) => `${kind} ${state}`);
    expect(documents.toSorted()).toEqual(['credit_note paid', 'invoice credited', 'invoice paid']);
    expect(await acts.planOf(center)).toBe('premium 2048');
  });

  it('says why a center cannot choose', async () => {
    const enterprise = await acts.createFreeCenter('enterprise');
    expect((await acts.overview(enterprise)).planChange).toEqual({ hindrance: 'agreed', options: [], pending: null });
    expect(await acts.choose(enterprise, 'premium')).toBe('plan_agreed');
    const free = await acts.createFreeCenter();
    expect((await acts.overview(free)).planChange).toEqual({ hindrance: 'not_billed', options: [], pending: null });
    expect(await acts.choose(free, 'premium')).toBe('not_billed');
    const center = await acts.createChargedCenter();
    await acts.select(`DELETE FROM billing_parties WHERE user_id = $1`, [center.userId]);
    expect((await acts.overview(center)).planChange.hindrance).toBe('details');
    expect(await acts.choose(center, 'premium')).toBe('billing_details_required');
    await acts.setParty(center.userId);
  });

  it('ends with the administrator’s change of plan or dates', async () => {
    const [changed, dated] = [await acts.createChargedCenter(), await acts.createChargedCenter()];
    await acts.choose(changed, 'premium');
    await acts.choose(dated, 'premium');
    const admin = await acts.getAdmin();
    const params = { id: changed.id };
    await admin.call(routes.admin.changeMedicalCenter, { params, body: { plan: 'premium' } });
    expect((await acts.duesOf(changed)).at(-1)).toBe('upgrade center.premium.1 126000 withdrawn');
    expect(await acts.overview(changed)).toMatchObject({ plan: 'premium', planChange: { pending: null } });
    // without a charge for the rest of the period
    expect(await acts.choose(changed, 'premium')).toBeNull();
    const end = addDays(acts.today(), 20);
    await admin.call(routes.admin.updateSubscription, {
      body: { userId: dated.userId, startDate: acts.today(), endDate: end, status: 'active' },
    });
    expect((await acts.duesOf(dated)).at(-1)).toBe('upgrade center.premium.1 126000 withdrawn');
    expect(await acts.planOf(dated)).toBe('basic 500');
  });

  it('goes on in a subscription that is not renewed', async () => {
    const center = await acts.createChargedCenter();
    const to = endOfPeriod(acts.today(), 3);
    await center.client.call(routes.billing.centerCancellation, { body: { cancel: true } });
    await acts.choose(center, 'premium');
    await acts.pay(center, 'upgrade');
    expect(await acts.overview(center)).toMatchObject({ plan: 'premium', cancelAtEnd: true });
    await acts.waitDays(countDays(acts.today(), to) - 1);
    expect((await acts.duesOf(center)).filter((due) => due.startsWith('renewal'))).toEqual([]);
    await acts.waitDays(1);
    expect((await acts.overview(center)).state).toBe('ended');
  });

  it('charges the version of the day, and without VAT who pays none', async () => {
    const center = await acts.createChargedCenter();
    await acts.select(
      `INSERT INTO prices (id, plan, version, from_day, period_months, month_cents, gross_cents) VALUES ('center.premium.2', 'center.premium', 2, $1, 3, 60000, 200000)`,
      [addDays(acts.today(), 1)],
    );
    await acts.select(
      `UPDATE billing_parties SET country = 'CH', vat_country = NULL, vat_number = NULL, kind = 'person' WHERE user_id = $1`,
      [center.userId],
    );
    expect((await acts.overview(center)).planChange.options).toMatchObject([{ todayCents: 101_613 }]);
    await acts.waitDays(1);
    const to = endOfPeriod(addDays(acts.today(), -1), 3);
    const gross = Math.round((146_000 * countDays(acts.today(), to)) / (countDays(acts.today(), to) + 1));
    const { options } = (await acts.overview(center)).planChange;
    const cents = Math.round(gross / 1.24);
    expect(options).toMatchObject([{ todayCents: cents }]);
    expect(await acts.choose(center, 'premium')).toMatchObject({ amountCents: cents, vatCents: 0 });
    await acts.pay(center, 'upgrade');
    expect((await acts.overview(center)).invoices[0]).toMatchObject({ grossCents: cents, vatCents: 0 });
  });
});
