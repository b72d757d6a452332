import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { createCenter, signInAdmin } from '../../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../../harness/start-test-app.ts';
import { waitForJobs } from '../../harness/wait-for-jobs.ts';
import { startViesServer, type ViesServer } from '../../stand-ins/vies.ts';

const zone = 'Europe/Athens';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const party = {
  kind: 'business',
  legalName: 'Lääkärikeskus Oy',
  vatNumber: 'FI 20774740',
  address: 'Katu 1',
  city: 'Helsinki',
  postalCode: '00100',
  country: 'FI',
  language: 'en',
} as const;

describe('VAT numbers of other EU countries', () => {
  let vies: ViesServer;
  let testApp: TestApp;
  let admin: Client;
  beforeAll(async () => {
    vies = await startViesServer();
    testApp = await startTestApp({ environment: { VIES_URL: vies.address } });
    admin = await signInAdmin(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await vies.close();
  });
  beforeEach(() => {
    vies.always = null;
    vies.valid.add('FI20774740');
  });

  const today = () => formatDay(zone, testApp.clock.now());
  const select = async (statement: string, values: unknown[]) =>
    (await testApp.superuser.query(statement, values)).rows;
  const passTime = async (ms: number) => {
    testApp.advanceClock(ms);
    testApp.app.context.queue.poll();
    await waitForJobs(testApp);
    admin = await signInAdmin(testApp);
  };

  let count = 0;
  async function createNewCenter() {
    count += 1;
    const patient = { firstName: 'Aino', lastName: 'Virtanen', phone: `+3069000010${10 + count}` };
    const center = await createCenter(testApp, admin, { name: `Keskus ${count}`, number: 40 + count, ...patient });
    const changed = { params: { id: center.id }, body: { plan: 'basic' as const } };
    const { medicalCenter } = await admin.call(routes.admin.changeMedicalCenter, changed);
    return { ...center, userId: medicalCenter.userId };
  }
  const save = async (userId: string, change: { vatNumber?: string } = {}) => {
    const body = { ...party, ...change };
    const saved = await admin.call(routes.billingAdmin.accountParty, { params: { userId }, body });
    await waitForJobs(testApp);
    return saved;
  };
  const account = (userId: string) => admin.call(routes.billingAdmin.accountDetails, { params: { userId } });
  const start = (userId: string) =>
    admin.call(routes.billingAdmin.startBilling, { params: { userId }, body: { firstDay: today() } });
  const checksOf = async (userId: string) =>
    (
      await select(
        `SELECT details FROM audit_events WHERE event = 'vat_number_checked' AND object_id = $1 ORDER BY id`,
        [userId],
      )
    ).map(({ details }) => details);
  const invoicesOf = (userId: string) =>
    select('SELECT tax_case AS "taxCase", gross_cents AS cents, buyer FROM invoices WHERE user_id = $1 ORDER BY id', [
      userId,
    ]);

  it('checks a saved number, and asks again on the day of an invoice without VAT', async () => {
    const { userId } = await createNewCenter();
    expect((await save(userId)).party).toMatchObject({ needsVies: true });
    expect((await account(userId)).party).toMatchObject({ vatState: 'valid', vatCheckedOn: today() });
    expect(vies.calls.at(-1)).toMatchObject({
      countryCode: 'FI',
      vatNumber: '20774740',
      requesterMemberStateCode: 'EL',
    });
    await passTime(dayMs);
    await start(userId);
    await waitForJobs(testApp);
    const [first, second] = await checksOf(userId);
    expect([first, second]).toMatchObject([{ state: 'valid' }, { state: 'valid' }]);
    const buyer = { vatNumber: '20774740', vatCheckedOn: today(), vatProof: second.proof };
    expect(await invoicesOf(userId)).toMatchObject([{ taxCase: 'eu_reverse', cents: 43_548, buyer }]);
  });

  it('charges VAT where VIES does not know the number, and saves it all the same', async () => {
    const { userId } = await createNewCenter();
    await save(userId, { vatNumber: 'FI 01120389' });
    expect((await account(userId)).party).toMatchObject({ vatState: 'invalid', vatNumber: 'FI01120389' });
    expect((await start(userId)).invoices).toMatchObject([{ grossCents: 54_000 }]);
    expect(await invoicesOf(userId)).toMatchObject([{ taxCase: 'eu_consumer' }]);
    await save(userId, { vatNumber: 'FI 20774740' });
    expect((await account(userId)).party).toMatchObject({ vatState: 'valid' });
  });

  it('saves and gives access while VIES is down, and issues the invoice once it answers', async () => {
    vies.always = 'member';
    const center = await createNewCenter();
    await save(center.userId);
    expect((await account(center.userId)).party).toMatchObject({ vatState: 'unavailable', vatCheckedOn: null });
    expect(await start(center.userId)).toMatchObject({ state: 'active', invoices: [], owedCents: 54_000 });
    await passTime(hourMs);
    expect(await invoicesOf(center.userId)).toEqual([]);
    expect(await checksOf(center.userId)).toEqual([{ state: 'unavailable' }]);
    vies.always = null;
    await passTime(hourMs);
    expect(await invoicesOf(center.userId)).toMatchObject([{ taxCase: 'eu_reverse', cents: 43_548 }]);
    expect((await testApp.outbox.nextMail(center.email, 1)).text).toContain('435.48');
  });

  it('charges VAT after 24 hours without an answer, and says how to have it corrected', async () => {
    vies.always = 'hang-up';
    const center = await createNewCenter();
    await save(center.userId);
    await start(center.userId);
    await passTime(23 * hourMs);
    expect(await invoicesOf(center.userId)).toEqual([]);
    await passTime(2 * hourMs);
    expect(await invoicesOf(center.userId)).toMatchObject([{ taxCase: 'eu_consumer', cents: 54_000 }]);
    expect((await testApp.outbox.nextMail(center.email, 1)).text).toContain('ask us to replace it');
  });
});
