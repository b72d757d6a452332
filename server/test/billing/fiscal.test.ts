import { routes } from '@medcloud/contract';
import { formatDay } from '@medcloud/contract/format-day';
import type { FiscalQuery } from '@medcloud/contract/shapes/billing/fiscal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDunning } from '../../src/domain/billing/dunning/run-dunning.ts';
import { countFiscalTrouble } from '../../src/domain/billing/fiscal/count-trouble.ts';
import { askAuthority } from '../../src/domain/billing/fiscal/series/ask-authority.ts';
import { openFiscal } from '../../src/platform/outbound/fiscal/open-fiscal.ts';
import { addDays, startOfDay } from '../../src/platform/time/days.ts';
import { readPdfText } from '../access-report/read-pdf-text.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { type MyDataServer, myDataLogin, startMyDataServer } from '../stand-ins/mydata.ts';
import { addUpExport } from './add-up-export.ts';
import { openBillingActs } from './administrator.ts';
import { forgetDocument } from './forget-document.ts';
import { validateReports } from './schema/validate-report.ts';

const minuteMs = 60_000;
const zone = 'Europe/Athens';

describe('documents at the tax authority', () => {
  let authority: MyDataServer;
  let testApp: TestApp;
  let admin: Client;
  let acts: Awaited<ReturnType<typeof openBillingActs>>;
  beforeAll(async () => {
    authority = await startMyDataServer();
    const { user, key } = myDataLogin;
    testApp = await startTestApp({
      environment: { FISCAL_URL: `mydata://${user}:${key}@dev?api=${authority.origin}` },
    });
    admin = await signInAdmin(testApp);
    acts = await openBillingActs(testApp);
  });
  afterAll(async () => {
    await testApp.close();
    await authority.close();
  });

  let count = 0;
  /** Issues the first invoice of a new doctor, and waits until it was sent or a later attempt waits. */
  const issue = async (...faults: MyDataServer['faults']) => {
    authority.faults.push(...faults);
    count += 1;
    const doctor = await createDoctor(testApp, admin, `reported${count}`);
    await waitForJobs(testApp);
    return { doctor, id: await invoiceOf(doctor) };
  };
  const invoiceOf = async ({ userId }: DoctorFixture): Promise<string> =>
    (await testApp.superuser.query(`SELECT id FROM invoices WHERE user_id = $1 AND kind = 'invoice'`, [userId])).rows[0]
      .id;
  const list = (query: Partial<FiscalQuery> = {}) => admin.call(routes.billingFiscal.fiscalDocuments, { query });
  const stateOf = async (id: string) => (await list()).find(({ invoiceId }) => invoiceId === id);
  const marksOf = (uid: string | undefined) => authority.documents.filter((document) => document.uid === uid);
  const passTime = async (ms: number) => {
    testApp.advanceClock(ms);
    testApp.app.context.queue.poll();
    await waitForJobs(testApp);
  };

  it('sends each issued document once, and shows its mark to the account', async () => {
    const { doctor, id } = await issue();
    const shown = await stateOf(id);
    expect(shown).toMatchObject({ state: 'accepted', driver: 'mydata', tries: 1, errorCode: null });
    expect(marksOf(shown?.uid)).toEqual([expect.objectContaining({ mark: shown?.mark, type: '11.2' })]);
    const { invoices } = await doctor.client.call(routes.doctor.billingOverview, {});
    expect(invoices[0]?.mark).toBe(shown?.mark);
    expect(await validateReports(authority.documents.map(({ xml }) => xml))).toEqual([]);
    expect(await admin.call(routes.billingFiscal.fiscalReporting, {})).toEqual({
      ...{ driver: 'mydata', where: 'dev', isCheckNeeded: false, unknownCount: 0, unknown: [] },
    });
  });

  it('tries again after a minute, and not before, while the authority is down', async () => {
    const { id } = await issue('fail');
    const shown = await stateOf(id);
    expect(shown).toMatchObject({ state: 'waiting', errorCode: 'http_503' });
    expect(Date.parse(shown?.nextTryAt ?? '') - testApp.clock.now().getTime()).toBeLessThanOrEqual(minuteMs);
    await passTime(minuteMs);
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', tries: 2 });
  });

  it.each(['lose', 'hang-up', 'break'] as const)('has one mark after the answer was lost (%s)', async (fault) => {
    const { id } = await issue(fault);
    expect(await stateOf(id)).toMatchObject({ state: 'unknown' });
    await passTime(minuteMs);
    const shown = await stateOf(id);
    expect(shown).toMatchObject({ state: 'accepted', tries: 2 });
    expect(marksOf(shown?.uid)).toHaveLength(1);
    expect(authority.calls).toContain('RequestTransmittedDocs');
  });

  it('mails the invoice with its mark once it has one, and makes its files again', async () => {
    const { doctor, id } = await issue('fail');
    const approval = await testApp.outbox.nextMail(doctor.email, 0);
    expect(approval.text).not.toContain('480');
    await passTime(minuteMs);
    const { mark = null } = (await stateOf(id)) ?? {};
    const mails = (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email);
    expect(mails.slice(1).map(({ text }) => text)).toEqual([expect.stringMatching(new RegExp(`RF.*${mark}`, 's'))]);
    const { rows } = await testApp.superuser.query(
      'SELECT language, mark FROM invoice_files WHERE invoice_id = $1 ORDER BY language, made_at',
      [id],
    );
    expect(rows).toEqual(['el', 'en'].flatMap((language) => [null, mark].map((each) => ({ language, mark: each }))));
    const file = await doctor.client.raw('GET', `/api/doctor/invoices/${id}/pdf?language=en`);
    expect(await readPdfText(new Uint8Array(await file.arrayBuffer()))).toContain(mark);
  });

  it('mails the invoice without a mark after ten minutes, and not before', async () => {
    const { doctor, id } = await issue('refuse');
    const mailsOf = async () => (await testApp.outbox.mail()).filter(({ to }) => to === doctor.email);
    await passTime(9 * minuteMs);
    expect(await mailsOf()).toHaveLength(1);
    await passTime(minuteMs);
    const [, mail] = await mailsOf();
    expect(mail?.text).toContain('Η ΑΑΔΕ δεν έχει δώσει ακόμη ΜΑΡΚ.');
    expect(mail?.text).toContain('480,00');
    await admin.call(routes.billingFiscal.retryFiscal, { params: { invoiceId: id } });
    await passTime(minuteMs);
    expect(await stateOf(id)).toMatchObject({ state: 'accepted' });
    expect(await mailsOf()).toHaveLength(2);
  });

  it('leaves a refused document to an administrator, who sends it again', async () => {
    const { id, doctor } = await issue('refuse');
    const [alarm] = await admin.call(routes.admin.alarmsToSee, {});
    expect(alarm).toMatchObject({ kind: 'document_refused', account: { id: doctor.userId } });
    await passTime(24 * 60 * minuteMs);
    admin = await signInAdmin(testApp);
    acts = await openBillingActs(testApp);
    expect(await list({ state: 'rejected' })).toMatchObject([
      { invoiceId: id, errorCode: '203', tries: 1, mark: null },
    ]);
    await expect(acts.credit(id, 100)).rejects.toMatchObject({ code: 'fiscal_pending' });
    const trouble = await countFiscalTrouble(testApp.app.context);
    expect(trouble).toEqual({ rejected: 1, late: 1, unknown: 0, isUnasked: false });
    await admin.call(routes.billingFiscal.retryFiscal, { params: { invoiceId: id } });
    await waitForJobs(testApp);
    const shown = await stateOf(id);
    expect(shown).toMatchObject({ state: 'accepted', tries: 2 });
    expect(marksOf(shown?.uid)).toHaveLength(1);
    await expect(admin.call(routes.billingFiscal.retryFiscal, { params: { invoiceId: id } })).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('voids an unpaid invoice of today at the authority, and its number stays used', async () => {
    const { id } = await issue();
    expect(await stateOf(id)).toMatchObject({ isVoidable: true });
    await admin.call(routes.billingFiscal.voidInvoice, { params: { id } });
    await waitForJobs(testApp);
    const shown = await stateOf(id);
    expect(shown).toMatchObject({ state: 'cancelled', cancelMark: expect.stringMatching(/^4\d+$/) });
    expect(authority.cancelled.has(shown?.mark ?? '')).toBe(true);
    const [invoice] = (await admin.call(routes.billingAdmin.invoices, { query: {} })).filter((each) => each.id === id);
    expect(invoice).toMatchObject({ state: 'void', openCents: 0 });
    await expect(acts.credit(id, 100)).rejects.toMatchObject({ code: 'invalid_state' });
    const next = await issue();
    const numbers = [shown?.number, (await stateOf(next.id))?.number].map((each) => Number(each?.slice(-6)));
    expect((numbers[1] ?? 0) - (numbers[0] ?? 0)).toBe(1);
    await addUpExport(testApp, admin); // without the voided one
  });

  it('keeps an invoice that the authority refuses to cancel, and tells the administrators', async () => {
    const { id, doctor } = await issue();
    authority.faults.push('refuse');
    await admin.call(routes.billingFiscal.voidInvoice, { params: { id } });
    await waitForJobs(testApp);
    expect(await stateOf(id)).toMatchObject({ state: 'accepted', errorCode: '203' });
    const alarms = await admin.call(routes.admin.alarmsToSee, {});
    const own = alarms.filter(({ account }) => account?.id === doctor.userId);
    expect(own).toMatchObject([{ kind: 'document_refused' }]);
    const { rows } = await testApp.superuser.query(
      `SELECT params FROM system_events WHERE code = 'fiscal-not-cancelled'`,
    );
    expect(rows).toEqual([{ params: { error: '203' } }]);
  });

  it('does not void a paid, credited or earlier invoice', async () => {
    const [paid, credited, earlier] = [await issue(), await issue(), await issue()];
    const day = formatDay(zone, testApp.clock.now());
    await acts.pay({ userId: paid.doctor.userId, cents: 48_000, receivedOn: day });
    await acts.credit(credited.id, 100);
    const refused = { code: 'invalid_state' };
    for (const { id } of [paid, credited]) expect(await stateOf(id)).toMatchObject({ isVoidable: false });
    const tryVoid = (id: string) => admin.call(routes.billingFiscal.voidInvoice, { params: { id } });
    await expect(tryVoid(paid.id)).rejects.toMatchObject(refused);
    await expect(tryVoid(credited.id)).rejects.toMatchObject(refused);
    await passTime(24 * 60 * minuteMs);
    admin = await signInAdmin(testApp);
    await expect(tryVoid(earlier.id)).rejects.toMatchObject(refused);
    expect(await stateOf(earlier.id)).toMatchObject({ isVoidable: false });
  });

  it('issues nothing of a series while only the authority has documents of it, until they are taken over', async () => {
    const { context } = testApp.app;
    const ask = () => askAuthority({ context, gateway: openFiscal(context.settings.fiscal) });
    const { id } = await issue();
    const lost = await stateOf(id);
    await forgetDocument(testApp, id);
    // as `npm run restore` leaves it
    await testApp.superuser.query('UPDATE fiscal_checks SET is_needed = true');
    const behind = { code: 'series_behind' };
    await expect(createDoctor(testApp, admin, 'unasked')).rejects.toMatchObject(behind);
    expect(await countFiscalTrouble(context)).toMatchObject({ isUnasked: true });
    await ask();
    const reporting = await admin.call(routes.billingFiscal.fiscalReporting, {});
    expect(reporting).toMatchObject({ isCheckNeeded: false, unknownCount: 1 });
    expect(reporting.unknown).toEqual([
      { mark: lost?.mark, number: lost?.number, date: lost?.date, grossCents: 48_000 },
    ]);
    await expect(createDoctor(testApp, admin, 'behind')).rejects.toMatchObject(behind);
    expect(await countFiscalTrouble(context)).toMatchObject({ unknown: 1, isUnasked: false });
    await ask();
    const after = await admin.call(routes.billingFiscal.takeOverFiscal, {});
    expect(after.unknown).toEqual([]);
    const next = await issue();
    const numbers = [lost?.number, (await stateOf(next.id))?.number].map((each) => Number(each?.slice(-6)));
    expect((numbers[1] ?? 0) - (numbers[0] ?? 0)).toBe(1);
    expect(await stateOf(next.id)).toMatchObject({ state: 'accepted' });
    await expect(admin.call(routes.billingFiscal.takeOverFiscal, {})).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('credits the days without access once the authority has the invoice, and fails no other account', async () => {
    const [late, other] = [await issue('refuse'), await issue()];
    const dunStates = async () => {
      await runDunning(testApp.app.context);
      const { rows } = await testApp.superuser.query(
        'SELECT state FROM subscriptions WHERE user_id = ANY ($1) ORDER BY user_id = $2 DESC',
        [[late.doctor.userId, other.doctor.userId], late.doctor.userId],
      );
      return rows.map(({ state }) => state);
    };
    // mails, and the steps that they tell of, are for the day
    const now = testApp.clock.now().getTime();
    const morning = startOfDay(zone, addDays(formatDay(zone, new Date(now)), 1)).getTime() + 10 * 60 * minuteMs;
    testApp.advanceClock(morning - now);
    // past due, the last reminder, the end of access, and 60 days later the end
    for (const days of [16, 8, 9, 61]) {
      testApp.advanceClock(days * 24 * 60 * minuteMs);
      await runDunning(testApp.app.context);
    }
    expect(await dunStates()).toEqual(['suspended', 'ended']);
    admin = await signInAdmin(testApp);
    await admin.call(routes.billingFiscal.retryFiscal, { params: { invoiceId: late.id } });
    await waitForJobs(testApp);
    expect(await dunStates()).toEqual(['ended', 'ended']);
    const notes = await testApp.superuser.query('SELECT FROM invoices WHERE credits_id = ANY ($1)', [
      [late.id, other.id],
    ]);
    expect(notes.rowCount).toBe(2);
  });
});
