import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { routes } from '@medcloud/contract';
import { sentences } from '@medcloud/contract/sentences';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  askedAndAnswered,
  type CenterCast,
  type DoctorCast,
  makeCenter,
  makeDoctor,
  phoneA,
  signInAdmin,
} from '../harness/cast.ts';
import { Client } from '../harness/client.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { openWorld, type World } from '../harness/world.ts';

const largeBytes = 32 * 1_048_576;

describe('downloads', () => {
  let world: World;
  let admin: Client;
  let center: CenterCast;
  let doctor: DoctorCast;
  let largeId: string;

  beforeAll(async () => {
    world = await openWorld();
    admin = await signInAdmin(world);
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: phoneA };
    center = await makeCenter(world, admin, plan);
    doctor = await makeDoctor(world, admin, 'stavridou');
    await askedAndAnswered(world, doctor, phoneA, 'grant');
    const parts = [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(largeBytes))];
    largeId = examOf(await sendParts(center.client, parts)).id;
  });
  afterAll(() => world.close());

  /** A download whose bytes are not read yet. */
  const opened = async (who: Client): Promise<IncomingMessage> => {
    const asking = get(`${world.origin}/api/download/${largeId}`, { headers: who.credentials('bearer'), agent: false });
    onTestFinished(() => void asking.destroy());
    const [response] = await once(asking, 'response');
    return response.on('error', () => undefined);
  };
  const small = (who: Client) => who.raw('GET', `/api/download/${center.examId}`);
  const signedIn = (path: string, body: unknown) => new Client(world.origin, world.config).signIn(path, body);

  it('run four at once in a session of a center, and others have places of their own', async () => {
    const running = await Promise.all([1, 2, 3, 4].map(() => opened(center.client)));
    const fifth = await small(center.client);
    expect([fifth.status, fifth.headers.get('retry-after'), await fifth.json()]).toMatchObject([
      429,
      '10',
      { code: 'rate_limited', message: sentences.downloadsRunning },
    ]);
    const { centerId, password } = center;
    expect((await small(await signedIn(routes.auth.centerLogin.path, { centerId, password }))).status).toBe(200);
    running[0]?.destroy();
    await expect.poll(async () => (await small(center.client)).status).toBe(200);
    for (const response of running) response.destroy();
  });

  it('run four at once for a doctor, whatever the session', async () => {
    const { email, password } = doctor;
    const other = await signedIn(routes.auth.doctorLogin.path, { email, password });
    const running = await Promise.all([doctor.client, other, doctor.client, other].map(opened));
    expect((await small(other)).status).toBe(429);
    for (const response of running) response.destroy();
    await expect.poll(async () => (await small(other)).status).toBe(200);
  });

  it('are cut when the doctor’s subscription ends while they run', async () => {
    const response = await opened(doctor.client);
    const subscribe = (startDate: string, endDate: string) =>
      admin.call(routes.admin.updateSubscription, {
        body: { userId: doctor.userId, startDate, endDate, status: 'active' },
      });
    await subscribe('2025-01-01', '2025-12-31');
    world.pass(5_000);
    await expect(drained(response)).rejects.toThrow(/aborted/);
    expect(await (await small(doctor.client)).json()).toMatchObject({ code: 'subscription_required' });
    await subscribe('2026-01-01', '2027-12-31');
  });

  it('are 500 a day for a doctor; one that goes on is none of them', async () => {
    world.clock.hold();
    onTestFinished(() => world.clock.release());
    const { pool } = world.house.portal.db;
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM audit_events WHERE event = 'exam_downloaded' AND doctor_id = $1`,
      [doctor.id],
    );
    await pool.query(
      `INSERT INTO audit_events (at, event, outcome, actor_kind, doctor_id, details)
       SELECT $3::timestamptz - interval '20 hours', 'exam_downloaded', 'success', 'doctor', $1, '{}' FROM generate_series(1, $2)`,
      [doctor.id, 499 - (rows[0]?.count ?? 0), world.clock.now()],
    );
    const part = (range: string) => doctor.client.raw('GET', `/api/download/${center.examId}`, { headers: { range } });
    expect((await part('bytes=0-8')).status).toBe(206);
    const refused = await small(doctor.client);
    expect([refused.status, await refused.json()]).toMatchObject([429, { message: sentences.downloadsSpent }]);
    // until the first of them is a day old
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(4 * 3_600 - 60);
    expect(seconds).toBeLessThanOrEqual(4 * 3_600);
    expect((await part('bytes=9-')).status).toBe(206);
    expect((await part('bytes=9-')).status).toBe(429);
  });
});

async function drained(response: IncomingMessage): Promise<number> {
  let received = 0;
  for await (const chunk of response) received += chunk.length;
  return received;
}
