import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCamt } from '../../../src/domain/billing/bank/read/test-camt.ts';
import type { Client } from '../../harness/client.ts';
import { signInAdmin } from '../../harness/fixtures.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { addUpExport } from '../add-up-export.ts';
import { openBillingActs } from '../administrator.ts';
import { openCardFaults } from './open-card-faults.ts';

describe('the accountant’s export of money that came and went', () => {
  let portal: Awaited<ReturnType<typeof openCardFaults>>;
  let admin: Client;
  beforeAll(async () => {
    portal = await openCardFaults();
    await portal.reset();
    admin = await signInAdmin(portal.testApp);
  });
  afterAll(() => portal.close());

  /** The payments of an account, as type, way, payer and amount. */
  const movementsOf = async ({ userId }: { userId: string }) =>
    (await addUpExport(portal.testApp, admin))
      .filter(({ CustomerID }) => CustomerID === userId)
      .map((row) => [row.TransactionType, row.PaymentMethod, row.Payer, row.GrossTotal].join(' '));

  it('has what a card’s bank takes back and gives again', async () => {
    const { stripe, addPaying, hear } = portal;
    const [won, lost] = [await addPaying(), await addPaying()];
    for (const { intent, state } of [
      { ...won, state: 'won' as const },
      { ...lost, state: 'lost' as const },
    ]) {
      const dispute = stripe.records.dispute(intent);
      await hear('charge.dispute.created', dispute);
      dispute.status = state;
      await hear('charge.dispute.closed', dispute);
    }
    const back = ['received stripe  480.00', 'returned stripe  -480.00'];
    expect(await movementsOf(lost.doctor)).toEqual(back);
    expect(await movementsOf(won.doctor)).toEqual([...back, 'received stripe  480.00']);
  });

  it('has refunds to the card and by transfer, and one that failed after it was sent', async () => {
    const { stripe, addPaying, credit, hear, testApp } = portal;
    const { doctor } = await addPaying();
    expect(await credit(doctor, 10_000)).toBe(201);
    await waitForJobs(testApp);
    const [refund] = [...stripe.records.refunds.values()].slice(-1);
    if (refund === undefined) throw new Error('Nothing was sent back.');
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    await hear('refund.failed', refund);
    const [invoice] = await portal.acts.invoicesOf(doctor);
    const params = { id: invoice?.id ?? '' };
    const body = { cents: 2_500, reason: 'Less', refund: 'bank' as const };
    const note = await admin.call(routes.billingAdmin.creditInvoice, { params, body });
    await admin.call(routes.billingAdmin.recordRefund, { params: { creditNoteId: note.id } });
    expect(await movementsOf(doctor)).toEqual([
      'received stripe  480.00',
      'refunded stripe  -100.00',
      'refund_failed stripe  100.00',
      'refunded bank  -25.00',
    ]);
  });

  it('has transfers with the payer that was typed, undone ones twice, and those of the bank’s file without', async () => {
    const { testApp, addDoctor, acts } = portal;
    const office = await openBillingActs(testApp);
    const doctor = await addDoctor();
    const receivedOn = formatDay('Europe/Athens', testApp.clock.now());
    const id = await office.pay({ userId: doctor.userId, cents: 48_000, receivedOn, text: 'Typed, by hand' });
    await office.undo(id);
    const [due] = await acts.select('SELECT rf FROM dues WHERE user_id = $1', [doctor.userId]);
    const transfer = { creditorReference: due.rf, payer: 'Payer Of The File', day: receivedOn, reference: 'B-1' };
    const file = writeCamt('08', [transfer], testApp.config.billing.bank?.iban);
    const form = new FormData();
    form.append('file', new Blob([file]), 'statement.xml');
    expect((await admin.raw('POST', routes.billingBank.importStatement.path, { body: form })).status).toBe(201);
    await waitForJobs(testApp);
    expect(await movementsOf(doctor)).toEqual([
      'received hand Typed, by hand 480.00',
      'returned hand  -480.00',
      'received bank  480.00',
    ]);
  });
});
