import { setTimeout as wait } from 'node:timers/promises';
import { formatDay, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { examFields, requestUpload } from '../harness/tus.ts';
import { takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';

const hourMs = 3_600_000;

/** Limits of a center's plan: screens warn, the server rejects (product, "Quotas"). */
describe('storage quota', () => {
  let testApp: TestApp;
  let center: CenterFixture;
  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, await signInAdmin(testApp), { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  const sql = (text: string, values: unknown[] = []) => testApp.superuser.query(text, values);
  const setQuota = (bytes: number | null) =>
    sql('UPDATE medical_centers SET quota_bytes = $2 WHERE id = $1', [center.id, bytes]);
  const used = async () =>
    Number((await sql('SELECT exam_bytes FROM center_figures WHERE center_id = $1', [center.id])).rows[0].exam_bytes);
  const exam = (seed: number) => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  const fields = () => fieldParts({ patientId: center.patient.patientId });
  const send = (bytes: Parameters<typeof filePart>[0], headers: Record<string, string> = {}) =>
    sendParts(center.client, [...fields(), filePart(bytes)], headers);

  it('rejects an upload with quota_exceeded when full, with one event and nothing stored', async () => {
    await setQuota(await used());
    const before = await takeStorageSnapshot(testApp);
    const response = await send(exam(1));
    expect([response.status, problemOf(response).code]).toEqual([413, 'quota_exceeded']);
    expect(problemOf(response).message).toBe('The storage of your plan is full. Contact support to get more storage.');
    expect(await takeStorageSnapshot(testApp)).toEqual(before);
    const { rows } = await sql(`SELECT details FROM audit_events WHERE event = 'exam_upload_refused'`);
    expect(rows).toEqual([{ details: { code: 'quota_exceeded' } }]);
  });

  it('rejects an upload larger than the remaining space by its content-length before reading it', async () => {
    await setQuota((await used()) + 10_000_000);
    const endless = async function* () {
      yield exam(2);
      for (;;) {
        await wait(10); // yields the CPU, so that the server can respond
        yield Buffer.alloc(1);
      }
    };
    const response = await send(endless(), { 'content-length': '15000000', connection: 'close' });
    expect([response.status, problemOf(response).code]).toEqual([413, 'quota_exceeded']);
  });

  it('accepts an upload that started in time even if the quota is full before its last byte', async () => {
    await setQuota((await used()) + 1);
    const bytes = exam(3);
    const before = await takeStorageSnapshot(testApp);
    const slowly = async function* () {
      yield bytes.subarray(0, 600);
      await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.length > before.files.length);
      await setQuota(1);
      yield bytes.subarray(600);
    };
    expect((await send(slowly())).status).toBe(201);
    expect((await send(exam(4))).status).toBe(413);
  });

  it('repeats the response for an idempotency key even after the upload filled the quota', async () => {
    await setQuota((await used()) + 1);
    const key = { 'idempotency-key': 'fills the plan' };
    expect((await send(exam(5), key)).status).toBe(201);
    expect((await send(exam(6))).status).toBe(413);
    expect((await send(exam(5), key)).status).toBe(200);
  });

  it('has space again after an exam is withdrawn', async () => {
    await setQuota(await used());
    expect((await send(exam(7))).status).toBe(413);
    await center.client.json('POST', `/api/medical-center/exams/${center.examId}/withdraw`, { reason: 'Repeated' });
    expect((await send(exam(7))).status).toBe(201);
  });

  describe('daily upload limit', () => {
    const setUsed = (used: number) => sql('UPDATE upload_days SET used = $2 WHERE center_id = $1', [center.id, used]);
    const usedToday = async () =>
      (await sql('SELECT used FROM upload_days WHERE center_id = $1 ORDER BY day DESC LIMIT 1', [center.id])).rows[0]
        .used;
    const createResumable = (more: Record<string, string> = {}) =>
      requestUpload(center.client, 5_000, examFields(center.patient.patientId, more));
    const quotaMessage = 'Your center has reached its upload limit for today. Continue tomorrow, or contact support.';

    // advances to the first hour of the next day, so that no test runs past midnight
    beforeAll(async () => {
      const now = testApp.clock.now();
      const dayAfter = (hours: number) => formatDay(testApp.config.timeZone, new Date(now.getTime() + hours * hourMs));
      let hours = 1;
      while (dayAfter(hours) === dayAfter(0)) hours += 1;
      testApp.clock.advance(hours * hourMs);
      const { centerId, password } = center;
      await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
      await setQuota(null);
      expect((await send(exam(19))).status).toBe(201);
    });

    it('counts each upload once, with or without tus and with repeated requests', async () => {
      await setQuota(null);
      const before = await usedToday();
      expect((await send(exam(20))).status).toBe(201);
      const key = { uploadKey: 'day-1' };
      for (const _ of [1, 2, 3]) expect((await createResumable(key)).status).toBe(201);
      await Promise.all([1, 2, 3].map(() => createResumable({ uploadKey: 'day-2' })));
      expect(await usedToday()).toBe(before + 3);
    });

    it('allows two hundred uploads, also in parallel, and rejects the next before reading it', async () => {
      await setUsed(198);
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => createResumable()));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
      expect(await usedToday()).toBe(200);
      const before = await takeStorageSnapshot(testApp);
      const response = await send(exam(21));
      expect([response.status, problemOf(response).code, problemOf(response).message]).toEqual([
        429,
        'rate_limited',
        quotaMessage,
      ]);
      expect(await takeStorageSnapshot(testApp)).toEqual(before);
      const again = await createResumable({ uploadKey: 'day-1' });
      expect([again.status, await usedToday()]).toEqual([201, 200]);
    });

    it('starts again the next day, as retry-after says', async () => {
      const { centerId, password } = center;
      const seconds = Number((await createResumable()).headers.get('retry-after'));
      const early = Math.max(0, seconds - 30);
      for (const [passed, status] of [
        [early, 429],
        [seconds - early + 1, 201],
      ] as const) {
        testApp.clock.advance(passed * 1_000);
        await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
        expect((await createResumable()).status).toBe(status);
      }
      expect(await usedToday()).toBe(1);
    });
  });
});
