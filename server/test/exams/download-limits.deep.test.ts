import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { routes } from '@medcloud/contract';
import { messages as validation } from '@medcloud/text/en/validation';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../harness/client.ts';
import {
  type CenterFixture,
  createCenter,
  createDoctor,
  type DoctorFixture,
  phoneA,
  requestAndRespond,
  signInAdmin,
} from '../harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { unlimited } from '../harness/wait-until.ts';

const largeBytes = 32 * 1_048_576;

describe('GET /api/download/{id}', () => {
  let testApp: TestApp;
  let admin: Client;
  let center: CenterFixture;
  let doctor: DoctorFixture;
  let largeId: string;

  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
    admin = await signInAdmin(testApp);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    center = await createCenter(testApp, admin, plan);
    doctor = await createDoctor(testApp, admin, 'stavridou');
    await requestAndRespond(testApp, doctor, phoneA, 'grant');
    const parts = [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(largeBytes))];
    largeId = examOf(await sendParts(center.client, parts)).id;
  });
  afterAll(() => testApp.close());

  /** Starts a download without reading its bytes. */
  const openDownload = async (requester: Client): Promise<IncomingMessage> => {
    const request = get(`${testApp.origin}/api/download/${largeId}`, {
      headers: requester.credentials('bearer'),
      agent: false,
    });
    onTestFinished(() => void request.destroy());
    const [response] = await once(request, 'response');
    return response.on('error', () => undefined);
  };
  const downloadSmall = (requester: Client) => requester.raw('GET', `/api/download/${center.examId}`);
  const signIn = (path: string, body: unknown) => new Client(testApp.origin, testApp.config).signIn(path, body);

  it('allows four at once per center session, and other sessions have their own limit', async () => {
    const running = await Promise.all([1, 2, 3, 4].map(() => openDownload(center.client)));
    const fifth = await downloadSmall(center.client);
    expect([fifth.status, fifth.headers.get('retry-after'), await fifth.json()]).toMatchObject([
      429,
      '10',
      { code: 'rate_limited', message: validation.downloads_running },
    ]);
    const { centerId, password } = center;
    expect((await downloadSmall(await signIn(routes.auth.centerLogin.path, { centerId, password }))).status).toBe(200);
    running[0]?.destroy();
    await expect.poll(async () => (await downloadSmall(center.client)).status, unlimited).toBe(200);
    for (const response of running) response.destroy();
  });

  it('allows four at once per doctor over all sessions', async () => {
    const { email, password } = doctor;
    const other = await signIn(routes.auth.doctorLogin.path, { email, password });
    const running = await Promise.all([doctor.client, other, doctor.client, other].map(openDownload));
    expect((await downloadSmall(other)).status).toBe(429);
    for (const response of running) response.destroy();
    await expect.poll(async () => (await downloadSmall(other)).status, unlimited).toBe(200);
  });

  it('aborts when the doctor’s subscription ends', async () => {
    const response = await openDownload(doctor.client);
    const subscribe = (startDate: string, endDate: string) =>
      admin.call(routes.admin.updateSubscription, {
        body: { userId: doctor.userId, startDate, endDate, status: 'active' },
      });
    await subscribe('2025-01-01', '2025-12-31');
    testApp.advanceClock(5_000);
    await expect(drain(response)).rejects.toThrow(/aborted/);
    expect(await (await downloadSmall(doctor.client)).json()).toMatchObject({ code: 'subscription_required' });
    await subscribe('2026-01-01', '2027-12-31');
  });

  it('allows 500 a day per doctor; a resumed download does not count', async () => {
    testApp.clock.freeze();
    onTestFinished(() => testApp.clock.unfreeze());
    const { superuser: pool } = testApp;
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM audit_events WHERE event = 'exam_downloaded' AND doctor_id = $1`,
      [doctor.id],
    );
    await pool.query(
      `INSERT INTO audit_events (at, event, outcome, actor_kind, doctor_id, details)
       SELECT $3::timestamptz - interval '20 hours', 'exam_downloaded', 'success', 'doctor', $1, '{}' FROM generate_series(1, $2)`,
      [doctor.id, 499 - (rows[0]?.count ?? 0), testApp.clock.now()],
    );
    const part = (range: string) => doctor.client.raw('GET', `/api/download/${center.examId}`, { headers: { range } });
    expect((await part('bytes=0-8')).status).toBe(206);
    const refused = await downloadSmall(doctor.client);
    expect([refused.status, await refused.json()]).toMatchObject([429, { message: validation.downloads_spent }]);
    // until the oldest of them is 24 hours old
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(4 * 3_600 - 60);
    expect(seconds).toBeLessThanOrEqual(4 * 3_600);
    expect((await part('bytes=9-')).status).toBe(206);
    expect((await part('bytes=9-')).status).toBe(429);
  });
});

async function drain(response: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  return received;
}
