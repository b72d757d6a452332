import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { problem } from '@medcloud/contract/shapes/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoctorFixture } from '../../harness/fixtures.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { startCardDecisions } from './start-card-decisions.ts';

const finnish = {
  ...{ kind: 'business', legalName: 'Lääkärikeskus Oy', vatNumber: 'FI20774740', address: 'Katu 1', city: 'Helsinki' },
  ...{ postalCode: '00100', country: 'FI', language: 'en' },
} as const;

describe('what an account is asked for', () => {
  let portal: Awaited<ReturnType<typeof startCardDecisions>>;
  beforeAll(async () => {
    portal = await startCardDecisions();
  });
  afterAll(() => portal.close());
  beforeEach(() => portal.reset());

  const overview = (doctor: DoctorFixture) => doctor.client.call(routes.doctor.billingOverview, {});
  const transfer = async ({ userId }: DoctorFixture, cents: number) => {
    const body = { userId, cents, receivedOn: formatDay('Europe/Athens', portal.testApp.clock.now()) };
    expect((await portal.admin().json('POST', '/api/admin/billing/payments', body)).status).toBe(201);
  };

  it('is the rest after the credit, on the page, by card and by transfer, and both pay it at once', async () => {
    const { acts, stripe, addDoctor, testApp } = portal;
    const doctor = await addDoctor();
    await transfer(doctor, 1_000);
    expect(await overview(doctor)).toMatchObject({ due: { amountCents: 47_000, netCents: 38_710, vatCents: 9_290 } });
    stripe.records.pay(acts.sessionIn(await acts.checkout(doctor)));
    await acts.return(doctor);
    expect(await acts.paymentsOf(doctor)).toMatchObject([{ cents: 47_000 }]);
    expect(await overview(doctor)).toMatchObject({ state: 'active', due: null, credit: { amountCents: 0 } });
    await transfer(doctor, 997);
    const due = await acts.createRenewal(doctor);
    expect(await overview(doctor)).toMatchObject({ due: { amountCents: 14_000 }, credit: { amountCents: 997 } });
    expect(await acts.charge(doctor, due)).toBe('begun');
    await waitForJobs(testApp);
    expect((await acts.attemptsOf(doctor)).at(-1)).toMatchObject({ purpose: 'charge', state: 'done', cents: 14_000 });
    expect(await overview(doctor)).toMatchObject({ due: null, credit: { amountCents: 0 } });
    expect(await acts.balanceOf(doctor, 'receivable')).toBe(0);
  });

  it('follows a proof of the VAT number, on a page that is open too', async () => {
    const { acts, stripe, addDoctor, admin, testApp } = portal;
    const doctor = await addDoctor();
    await admin().json('POST', `/api/admin/billing/accounts/${doctor.userId}/party`, finnish);
    await waitForJobs(testApp);
    const page = await acts.checkout(doctor);
    const proof = { text: 'WAPIAAAAX1', provedOn: '2026-01-02' };
    const path = `/api/admin/billing/accounts/${doctor.userId}/vat-proof`;
    expect((await admin().json('POST', path, proof)).status).toBe(200);
    expect(await overview(doctor)).toMatchObject({ due: { amountCents: 38_710, vatCents: 0 } });
    const other = await acts.checkout(doctor);
    expect(other).not.toBe(page);
    expect(await acts.attemptsOf(doctor)).toMatchObject([
      { cents: 48_000, state: 'cancelled' },
      { cents: 38_710, state: 'open' },
    ]);
    stripe.records.pay(acts.sessionIn(other));
    await acts.return(doctor);
    expect(await overview(doctor)).toMatchObject({ state: 'active', due: null, credit: { amountCents: 0 } });
  });

  it('is asked for no second time while a person decides about the payment', async () => {
    const { acts, addUndecided } = portal;
    const doctor = await addUndecided({ cents: 10_000 });
    expect(await overview(doctor)).toMatchObject({
      ...{ due: { amountCents: 48_000 }, isChecking: true },
      checking: { amountCents: 10_000, on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    const second = await acts.post(doctor, routes.billingCards.doctorCheckout.path, {});
    expect([second.status, problem.parse(await second.json()).code]).toEqual([409, 'payment_in_progress']);
  });

  it('is asked for no second time while the bank disputes the payment', async () => {
    const { acts, stripe, addPayingByCard, hear } = portal;
    const { doctor, intent } = await addPayingByCard();
    await hear('charge.dispute.created', stripe.records.dispute(intent));
    expect(await overview(doctor)).toMatchObject({
      ...{ due: { amountCents: 48_000 }, isChecking: true, checking: { amountCents: 48_000 } },
    });
    const second = await acts.post(doctor, routes.billingCards.doctorCheckout.path, {});
    expect([second.status, problem.parse(await second.json()).code]).toEqual([409, 'payment_in_progress']);
  });
});
